import type { ReactNode } from 'react'
import type { Resource } from '../api/resources.ts'
import type { Column } from '../ui/table/data-table.tsx'
import type { Sort } from '../ui/table/sort.ts'
import type { RowAction, RowPermissions } from './actions/row-actions.ts'
import type { RowMenuAction } from './actions/row-menu.tsx'
import type { FilterField } from './filters.tsx'
import type { ListAddress } from './list-address.ts'
import type { ListTexts } from './list-texts.ts'

export interface ListedRow {
  id: number
  deleted_at?: string | null | undefined
}

interface Searched {
  /** When nothing is found, for example 'Nadie coincide con «nadie».' */
  none: string
  clear: () => void
}

export interface ListProps<Row extends ListedRow> {
  resource: Resource
  /** The accessible name of the list. */
  caption: string
  columns: Column<Row>[]
  nameOf: (row: Row) => string
  /** Puts rows of a page together. */
  fold?: (rows: Row[]) => Row[]
  address: ListAddress
  /** The column that the rows are sorted by as long as none is chosen. */
  usualSort?: Sort | undefined
  filters?: FilterField[]
  /** First in the row of the button that opens the filters. */
  search?: ReactNode
  /** Chips in that row; on a phone they have one of their own, which scrolls, below a search. */
  besideFilters?: ReactNode
  /** The filters that the search or the chips show. */
  filtersBeside?: readonly string[]
  /** Without permissions the list is read-only: no deleted rows, no action column. */
  permissions?: RowPermissions
  /** Limits the permitted actions for one row. */
  allows?: (row: Row, action: RowAction) => boolean
  /** The reason why an action is not possible for this row, shown instead of the confirmation. */
  refuses?: (row: Row, action: RowAction) => string | null
  /** In a menu of the row, with the permitted actions that are not its first. */
  moreActions?: (row: Row) => RowMenuAction[]
  /** Beside the question before a row is deleted. */
  removalDetails?: (row: Row) => ReactNode
  /** What restoring leaves out, below the question. */
  restorationDetails?: ReactNode
  /** Called when an action starts. */
  onBegin?: () => void
  onEdit?: (row: Row) => void
  texts?: Partial<ListTexts>
  /** What is searched for; null without a search. */
  searched?: Searched | null
  /** Shown with 'No hay resultados' when no filter is active. */
  emptyHint?: ReactNode
}
