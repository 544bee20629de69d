import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** The column of a field: its name in snake_case. */
export function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}

export type { PgTable }

interface TableShape {
  name: string
  /** `initial` is the column's default, where it has one. */
  columns: { name: string; initial: unknown }[]
}

/** A table's names in SQL, for a statement that serves several tables. */
export function shapeOf(table: PgTable): TableShape {
  const columns = Object.values(getTableColumns(table))
  return {
    name: getTableName(table),
    columns: columns.map(({ name, default: initial }) => ({ name, initial })),
  }
}
