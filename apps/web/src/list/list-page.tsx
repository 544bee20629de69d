import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { ANY_STATE, type Page, pageQuery, type Resource, rowsPerPage } from '../api/resources.ts'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { NativeSelect } from '../ui/fields/inputs.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { Pagination } from '../ui/table/pagination.tsx'
import { nextSort } from '../ui/table/sort.ts'
import { useCards } from '../ui/table/use-cards.ts'
import { FoundRows } from './found-rows.tsx'
import list from './list.module.css'
import type { ListAddress } from './list-address.ts'
import classes from './list-page.module.css'
import type { ListedRow, ListProps } from './list-props.ts'
import { ListSkeleton } from './list-skeleton.tsx'

/** @param props its columns are all that the list shows, also that of the actions. */
export function ListPage<Row extends ListedRow>(props: ListProps<Row>) {
  const { resource, address } = props
  const query = useListPage<Page<Row>>(resource, address)
  useCorrectedPage(address, query)
  return (
    <>
      <FoundRows count={query.isPlaceholderData ? undefined : query.data?.results.length} />
      <Rows {...props} query={query} />
    </>
  )
}

interface RowsProps<Row extends ListedRow> extends ListProps<Row> {
  query: UseQueryResult<Page<Row>>
}

function Rows<Row extends ListedRow>({ query, ...props }: RowsProps<Row>) {
  const { resource, caption, columns, address, usualSort = null } = props
  const { data, error, isPending, isPlaceholderData, refetch } = query
  const top = useRef<HTMLDivElement>(null)
  const isCards = useCards(columns)

  if (isPending) return <ListSkeleton />
  const failure = error && (
    <div className={classes.failure}>
      <LoadFailure error={error} onRetry={() => void refetch()} />
    </div>
  )
  if (!data) return failure
  return (
    <div
      className={list.panel}
      ref={top}
      aria-busy={isPlaceholderData}
      data-cards={isCards || undefined}
    >
      {/* The loaded rows stay visible below the error, although they may be outdated. */}
      {failure}
      {data.results.length === 0 ? (
        <NoRows {...props} />
      ) : (
        <DataTable
          caption={caption}
          columns={columns}
          rows={props.fold ? props.fold(data.results) : data.results}
          rowKey={idOf}
          empty="No hay resultados"
          sort={address.sort ?? usualSort}
          onSort={(by) => address.setSort(nextSort(address.sort ?? usualSort, by))}
        />
      )}
      <div className={classes.foot}>
        <Pagination
          label={caption}
          current={data.current}
          last={data.lastPage}
          onPage={(page) => {
            address.goToPage(page)
            scrollToTop(top.current)
          }}
        />
        <PageSize resource={resource} page={data} address={address} />
      </div>
    </div>
  )
}

const idOf = ({ id }: ListedRow) => id

/** Says why, and undoes the search or the filters that nothing fits. */
function NoRows<Row extends ListedRow>({
  resource: { waiting },
  address,
  searched,
  emptyHint,
}: ListProps<Row>) {
  const filters = Object.entries(address.asked.filters)
  // What waits, or all of them, is no more without a filter.
  const isFiltered = filters.some(
    ([name, value]) => value !== waiting?.[name] && value !== ANY_STATE,
  )
  const clearFilters = () =>
    address.filter({
      ...Object.fromEntries(filters.map(([name]) => [name, ''])),
      ...(waiting && { state: ANY_STATE }),
    })

  // The pressed button leaves with this text: the list has the focus.
  function clear({ currentTarget }: MouseEvent<HTMLElement>) {
    currentTarget.closest<HTMLElement>('section')?.focus({ preventScroll: true })
    if (searched) searched.clear()
    else clearFilters()
  }

  return (
    <>
      <EmptyState title="No hay resultados">
        {isFiltered ? (searched?.none ?? 'Prueba con otros filtros.') : hintOf(address, emptyHint)}
      </EmptyState>
      {isFiltered && (
        <div className={classes.clear}>
          <Button variant="default" onClick={clear}>
            {searched ? 'Borrar la búsqueda' : 'Quitar los filtros'}
          </Button>
        </div>
      )}
    </>
  )
}

function hintOf({ scope }: ListAddress, emptyHint: ReactNode): ReactNode {
  if (scope === 'active') return emptyHint
  return 'Aquí queda lo que se elimina, y desde aquí se puede restaurar.'
}

/** Scrolls only when the top is out of view, so that the next-page button stays in place. */
function scrollToTop(panel: HTMLElement | null) {
  if (panel && panel.getBoundingClientRect().top < 0) panel.scrollIntoView({ block: 'start' })
}

/** The page of the address. Until it arrives, the last page of the same scope stays. */
export function useListPage<Answer extends Page<ListedRow>>(
  resource: Resource,
  { scope, asked }: ListAddress,
) {
  return useQuery({
    ...pageQuery<Answer>(resource, scope, asked),
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[1] === scope ? last : undefined),
  })
}

/** Past the end the server answers with the last page; the address follows. */
function useCorrectedPage(
  { asked, correctPage }: ListAddress,
  { data, isPlaceholderData }: { data: Page<unknown> | undefined; isPlaceholderData: boolean },
) {
  const answered = isPlaceholderData ? undefined : data?.current
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only for a new answer.
  useEffect(() => {
    if (answered !== undefined && answered !== asked.page) correctPage(answered)
  }, [answered, asked.page])
}

interface PageSizeProps {
  resource: Resource
  page: Page<unknown>
  address: ListAddress
}

function PageSize({ resource, page, address }: PageSizeProps) {
  const { pageSizes: [usual, ...others] = [] } = resource
  const size = rowsPerPage(resource, address.asked)
  if (usual === undefined || (page.lastPage === 1 && size === usual)) return null
  return (
    <NativeSelect
      size="sm"
      aria-label="Filas por página"
      value={size}
      onChange={({ currentTarget }) =>
        address.showRows(Number(currentTarget.value) === usual ? null : Number(currentTarget.value))
      }
      data={[usual, ...others].map((each) => ({
        value: String(each),
        label: `${each} por página`,
      }))}
    />
  )
}
