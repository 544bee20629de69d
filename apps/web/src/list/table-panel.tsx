import type { ComponentProps, ReactNode } from 'react'
import { DataTable } from '../ui/table/data-table.tsx'
import { useCards } from '../ui/table/use-cards.ts'
import classes from './list.module.css'

interface Props<Row> extends ComponentProps<typeof DataTable<Row>> {
  /** Below the rows, such as the pages. */
  children?: ReactNode
}

/** A table on its own surface, as in a list. */
export function TablePanel<Row>({ children, ...table }: Props<Row>) {
  const isCards = useCards(table.columns)
  return (
    <div className={classes.panel} data-cards={isCards || undefined}>
      <DataTable {...table} />
      {children}
    </div>
  )
}
