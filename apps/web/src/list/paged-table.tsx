import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { Key } from 'react'
import type { Page } from '../api/client/resources.ts'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import { Pagination } from '../ui/table/pagination.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { TablePanel } from './table-panel.tsx'

interface Props<Row, QueryKey extends readonly unknown[]> {
  caption: string
  columns: Column<Row>[]
  rowKey: (row: Row) => Key
  query: UseQueryOptions<Page<Row>, Error, Page<Row>, QueryKey>
  onPage: (page: number) => void
  empty: string
}

/** A list of one page after another, whose rows have no actions of a list. */
export function PagedTable<Row, QueryKey extends readonly unknown[]>(props: Props<Row, QueryKey>) {
  const { caption, columns, rowKey, query, onPage, empty } = props
  const { data, error, isPending, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  })
  if (isPending) return <ListSkeleton />
  if (!data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <TablePanel
      caption={caption}
      columns={columns}
      rows={data.results}
      rowKey={rowKey}
      empty={empty}
    >
      <Pagination label={caption} current={data.current} last={data.lastPage} onPage={onPage} />
    </TablePanel>
  )
}
