import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

export type { PgTable }

interface TableShape {
  name: string
  /** `initial` is the value of a column that is not given, where the table has one. */
  columns: { name: string; initial: unknown }[]
}

/** What a table is called in SQL, for a statement that is the same for several tables. */
export function shapeOf(table: PgTable): TableShape {
  const columns = Object.values(getTableColumns(table))
  return {
    name: getTableName(table),
    columns: columns.map(({ name, default: initial }) => ({ name, initial })),
  }
}
