import type { ReactNode } from 'react'
import type { Column } from '../ui/table/data-table.tsx'
import type { RowAction, RowPermissions } from './actions/row-actions.ts'
import type { FilterField } from './filters.tsx'
import type { ListAddress } from './list-address.ts'
import type { ListTexts } from './list-texts.ts'

/** What every row of a list has. */
export interface ListedRow {
  id: number
  deleted_at?: string | null | undefined
}

export interface ListProps<Row extends ListedRow> {
  /** As the path names it. */
  resource: string
  /** What is listed, in words. */
  caption: string
  columns: Column<Row>[]
  nameOf: (row: Row) => string
  address: ListAddress
  filters?: FilterField[]
  /** None, and the list is only read: no trash, no 'Acciones'. */
  permissions?: RowPermissions
  /** Of what is permitted, what can be done with this very row; without it, all of it. */
  allows?: (row: Row, action: RowAction) => boolean
  /** Why something permitted cannot be done with this row: said instead of the question. */
  refuses?: (row: Row, action: RowAction) => string | null
  /** An action with a row is about to be asked for. */
  onBegin?: () => void
  onEdit?: (row: Row) => void
  texts?: Partial<ListTexts>
  /** What to do about 'No hay resultados' where nothing was filtered. */
  emptyHint?: ReactNode
}
