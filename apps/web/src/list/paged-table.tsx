import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ComponentProps, Key, ReactNode } from 'react'
import type { Page } from '../api/resources.ts'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { Pagination } from '../ui/table/pagination.tsx'
import { useCards } from '../ui/table/use-cards.ts'
import { FoundRows } from './found-rows.tsx'
import classes from './list.module.css'
import { ListSkeleton } from './list-skeleton.tsx'

interface Props<Row, Answer extends Page<Row>, QueryKey extends readonly unknown[]> {
  caption: string
  columns: Column<Row>[]
  rowKey: (row: Row) => Key
  query: UseQueryOptions<Answer, Error, Answer, QueryKey>
  onPage: (page: number) => void
  empty: string
}

/** A list of one page after another, whose rows have no actions of a list. */
export function PagedTable<Row, Answer extends Page<Row>, QueryKey extends readonly unknown[]>(
  props: Props<Row, Answer, QueryKey>,
) {
  const { caption, columns, rowKey, query, onPage, empty } = props
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <FoundRows count={isPlaceholderData ? undefined : data?.results.length} />
      {isPending && <ListSkeleton />}
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data && (
        <TablePanel
          caption={caption}
          columns={columns}
          rows={data.results}
          rowKey={rowKey}
          empty={empty}
        >
          <Pagination label={caption} current={data.current} last={data.lastPage} onPage={onPage} />
        </TablePanel>
      )}
    </>
  )
}

interface TablePanelProps<Row> extends ComponentProps<typeof DataTable<Row>> {
  /** Below the rows, such as the pages. */
  children?: ReactNode
}

/** A table on its own surface, as in a list. */
export function TablePanel<Row>({ children, ...table }: TablePanelProps<Row>) {
  const isCards = useCards(table.columns)
  return (
    <div className={classes.panel} data-cards={isCards || undefined}>
      <DataTable {...table} />
      {children}
    </div>
  )
}
