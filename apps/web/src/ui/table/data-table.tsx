// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the table semantics when the parts of
// a table are displayed as cards.
import type { Key, ReactNode } from 'react'
import { VisuallyHidden } from '../display/visually-hidden.tsx'
import { ariaSort, type Sort } from './sort.ts'
import classes from './table.module.css'
import { useCards } from './use-cards.ts'

export interface Column<Row> {
  header: string
  /** Replaces the header's text, which stays its accessible name. */
  heading?: (rows: Row[]) => ReactNode
  cell: (row: Row) => ReactNode
  /** Amounts are right-aligned. */
  isAmount?: boolean
  /** Does not wrap. */
  isShort?: boolean
  /** Counts as two columns. */
  isLong?: boolean
  /** The cell's place on a card: its title, beside the title, a line of its own, or the bottom. */
  onCard?: 'title' | 'aside' | 'line' | 'foot'
  /** The server's name of the sort order; without it the column is not sortable. */
  sortBy?: string
}

interface Props<Row> {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row, index: number) => Key
  /** Its columns are few and short enough for a phone: rows never become cards. */
  isCompact?: boolean
  /** Shown when there are no rows. */
  empty: string
  /** The current order; only with `onSort`. */
  sort?: Sort | null
  onSort?: (by: string) => void
}

/** A table whose rows are cards on a narrow screen. */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, rowKey, isCompact, empty, sort = null, onSort } = props
  const isCards = useCards(columns) && !isCompact
  if (rows.length === 0) return <p className={classes.empty}>{empty}</p>
  return (
    <table className={classes.table} role="table" data-cards={isCards || undefined}>
      <VisuallyHidden component="caption">{caption}</VisuallyHidden>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ header, heading, isAmount, sortBy }) =>
            sortBy && onSort && !isCards ? (
              <th
                key={header}
                role="columnheader"
                scope="col"
                aria-sort={ariaSort(sort, sortBy)}
                aria-label={header}
                data-amount={isAmount || undefined}
              >
                <SortButton sort={sort} by={sortBy} onSort={onSort}>
                  {header}
                </SortButton>
              </th>
            ) : (
              <th
                key={header}
                role="columnheader"
                scope="col"
                aria-label={isCards ? undefined : heading && header}
                data-amount={isAmount || undefined}
              >
                {heading && !isCards ? heading(rows) : header}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <OneRow key={rowKey(row, index)} columns={columns} row={row} />
        ))}
      </tbody>
    </table>
  )
}

interface OneRowProps<Row> {
  columns: Column<Row>[]
  row: Row
}

function OneRow<Row>({ columns, row }: OneRowProps<Row>) {
  return (
    <tr role="row">
      {columns.map((column) => (
        <td
          key={column.header}
          role="cell"
          data-label={column.header}
          data-amount={column.isAmount || undefined}
          data-short={column.isShort || undefined}
          data-card={column.onCard}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  )
}

interface SortButtonProps {
  sort: Sort | null
  by: string
  onSort: (by: string) => void
  children: string
}

/** A column header that sorts; the header's `aria-sort` tells the direction. */
function SortButton({ sort, by, onSort, children }: SortButtonProps) {
  const order = ariaSort(sort, by)
  return (
    <button type="button" className={classes.sort} data-order={order} onClick={() => onSort(by)}>
      {children}
      <svg width="12" height="16" viewBox="0 0 12 16" aria-hidden="true">
        <path className={classes.up} d="M2 6.5 6 2.5l4 4z" />
        <path className={classes.down} d="m2 9.5 4 4 4-4z" />
      </svg>
    </button>
  )
}
