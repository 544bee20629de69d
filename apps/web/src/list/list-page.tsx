import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { type Page, pageQuery, type Resource, rowsPerPage } from '../api/resources.ts'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { NativeSelect } from '../ui/fields/inputs.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { Pagination } from '../ui/table/pagination.tsx'
import type { Sort } from '../ui/table/sort.ts'
import { useCards } from '../ui/table/use-cards.ts'
import { RowActionButtons } from './actions/row-action-buttons.tsx'
import type { RowAction } from './actions/row-actions.ts'
import { FoundRows } from './found-rows.tsx'
import list from './list.module.css'
import { type ListAddress, writeSort } from './list-address.ts'
import classes from './list-page.module.css'
import type { ListedRow, ListProps } from './list-props.ts'
import { ListSkeleton } from './list-skeleton.tsx'

interface Props<Row extends ListedRow> extends ListProps<Row> {
  actions: RowAction[]
  onAction: (row: Row, action: RowAction) => void
}

export function ListPage<Row extends ListedRow>(props: Props<Row>) {
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

interface RowsProps<Row extends ListedRow> extends Props<Row> {
  query: UseQueryResult<Page<Row>>
}

function Rows<Row extends ListedRow>({ query, ...props }: RowsProps<Row>) {
  const { resource, caption, address } = props
  const { data, error, isPending, isPlaceholderData, refetch } = query
  const top = useRef<HTMLDivElement>(null)
  const columns = columnsOf(props)
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
        <EmptyState title="No hay resultados">{hintOf(props)}</EmptyState>
      ) : (
        <>
          {isCards && <SortChoice columns={columns} sort={address.sort} onSort={address.setSort} />}
          <DataTable
            caption={caption}
            columns={columns}
            rows={props.fold ? props.fold(data.results) : data.results}
            rowKey={idOf}
            empty="No hay resultados"
            sort={address.sort}
            onSort={address.sortBy}
          />
        </>
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

const deletedAt: Column<ListedRow> = {
  header: 'Fecha de eliminación',
  cell: ({ deleted_at: at }) => (at ? dateTimeInSantiago(at) : '-'),
  isShort: true,
  onCard: 'line',
  sortBy: 'deleted_at',
}

function columnsOf<Row extends ListedRow>(props: Props<Row>): Column<Row>[] {
  const { columns, address, actions, allows, moreActions, nameOf, onAction } = props
  const actionColumn: Column<Row> = {
    header: 'Acciones',
    cell: (row) => (
      <RowActionButtons
        actions={actions.filter((action) => allows?.(row, action) ?? true)}
        subject={nameOf(row)}
        onAction={(action) => onAction(row, action)}
      >
        {moreActions?.(row)}
      </RowActionButtons>
    ),
    onCard: 'foot',
  }
  return [
    ...columns,
    ...(address.scope === 'deleted' ? [deletedAt] : []),
    ...(actions.length > 0 || moreActions ? [actionColumn] : []),
  ]
}

function hintOf<Row extends ListedRow>({ address, emptyHint }: Props<Row>): ReactNode {
  if (Object.keys(address.asked.filters).length > 0) return 'Prueba con otros filtros.'
  if (address.scope === 'active') return emptyHint
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

interface SortableColumn {
  header: string
  sortBy?: string
}

interface SortChoiceProps {
  columns: SortableColumn[]
  sort: Sort | null
  onSort: (sort: Sort | null) => void
}

/** Cards have no column headers to sort by. */
function SortChoice({ columns, sort, onSort }: SortChoiceProps) {
  const choices = columns.flatMap(({ header, sortBy }) => (sortBy ? both(header, sortBy) : []))
  if (choices.length === 0) return null
  const chosen = sort ? writeSort(sort) : ''
  return (
    <NativeSelect
      className={classes.sortChoice ?? ''}
      label="Ordenar por"
      value={chosen}
      onChange={({ currentTarget }) => {
        const found = choices.find(({ sort }) => writeSort(sort) === currentTarget.value)
        onSort(found?.sort ?? null)
      }}
      data={[
        { value: '', label: 'Orden habitual' },
        ...choices.map(({ label, sort }) => ({ value: writeSort(sort), label })),
      ]}
    />
  )
}

function both(header: string, by: string): { label: string; sort: Sort }[] {
  return [
    { label: `${header}, ascendente`, sort: { by, isDescending: false } },
    { label: `${header}, descendente`, sort: { by, isDescending: true } },
  ]
}
