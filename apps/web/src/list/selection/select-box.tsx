import classes from './selection.module.css'
import type { Selected } from './use-selected.ts'

interface RowProps<Row extends { id: number }> {
  row: Row
  label: string
  selected: Selected<Row>
}

export function SelectRow<Row extends { id: number }>({ row, label, selected }: RowProps<Row>) {
  return (
    <label className={classes.target}>
      <input
        type="checkbox"
        className={classes.tick}
        aria-label={label}
        checked={selected.rows.has(row.id)}
        onChange={({ currentTarget }) => selected.set([row], currentTarget.checked)}
      />
    </label>
  )
}

interface PageProps<Row extends { id: number }> {
  /** The rows of this page that can be selected. */
  rows: Row[]
  selected: Selected<Row>
}

export function SelectPage<Row extends { id: number }>({ rows, selected }: PageProps<Row>) {
  const count = rows.filter(({ id }) => selected.rows.has(id)).length
  return (
    <input
      type="checkbox"
      className={classes.tick}
      aria-label="Seleccionar toda la página"
      disabled={rows.length === 0}
      checked={count > 0 && count === rows.length}
      ref={(input) => {
        // HTML has no attribute for it.
        if (input) input.indeterminate = count > 0 && count < rows.length
      }}
      onChange={() => selected.set(rows, count < rows.length)}
    />
  )
}
