// biome-ignore-all lint/a11y/noRedundantRoles: a browser forgets a table's meaning as soon as its
// parts are displayed as anything else, which is what happens where rows are cards.
import type { Key, ReactNode } from 'react'
import classes from './data-table.module.css'
import { ariaSort, type Sort } from './sort.ts'
import { SortButton } from './sort-button.tsx'
import { useCards } from './use-cards.ts'

export interface Column<Row> {
  header: string
  /** Stands in place of the header's words, which stay its name. */
  heading?: (rows: Row[]) => ReactNode
  cell: (row: Row) => ReactNode
  /** Amounts stand at the end, under each other. */
  isAmount?: boolean
  /** A date, a word: never broken into two lines. */
  isShort?: boolean
  /** An e-mail: it needs the room of two. */
  isLong?: boolean
  /** Where a row is a card: its title, what stands at its right or at its foot, all without a label, or a line of its own. */
  onCard?: 'title' | 'aside' | 'line' | 'foot'
  /** What the server calls it when asked for this order; without it the column cannot be sorted. */
  sortBy?: string
}

interface Props<Row> {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row, index: number) => Key
  /** Said in place of the rows when there are none. */
  empty: string
  /** The order of the rows; only with `onSort`. */
  sort?: Sort | null
  onSort?: (by: string) => void
}

/** A table; where there is no room for it every row is a card. */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, rowKey, empty, sort = null, onSort } = props
  const isCards = useCards(columns)
  if (rows.length === 0) return <p className={classes.empty}>{empty}</p>
  return (
    <table className={classes.table} role="table" data-cards={isCards || undefined}>
      <caption className={classes.caption}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ header, heading, isAmount, sortBy }) =>
            sortBy && onSort ? (
              <th
                key={header}
                role="columnheader"
                scope="col"
                aria-sort={ariaSort(sort, sortBy)}
                // On a phone the button is not there to give it its name.
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
                aria-label={heading && header}
                data-amount={isAmount || undefined}
              >
                {heading ? heading(rows) : header}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)} role="row">
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
        ))}
      </tbody>
    </table>
  )
}
