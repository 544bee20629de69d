// biome-ignore-all lint/a11y/noRedundantRoles: a browser forgets a table's meaning as soon as its
// parts are displayed as anything else, which is what happens under 640 px.
import type { Key, ReactNode } from 'react'
import classes from './data-table.module.css'

export interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** Amounts stand at the end, under each other. */
  isAmount?: boolean
  /** Where a row is a card: its title or what stands at its right, both without a label, or a line of its own. */
  onCard?: 'title' | 'aside' | 'line'
}

interface Props<Row> {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row, index: number) => Key
  /** Said in place of the rows when there are none. */
  empty: string
}

/** A table; under 640 px every row is a card. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty }: Props<Row>) {
  if (rows.length === 0) return <p className={classes.empty}>{empty}</p>
  return (
    <table className={classes.table} role="table">
      <caption className={classes.caption}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.header}
              role="columnheader"
              scope="col"
              data-amount={column.isAmount || undefined}
            >
              {column.header}
            </th>
          ))}
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
