import { SortIcon } from '../ui/icons/icons.tsx'
import type { Column } from '../ui/table/data-table.tsx'
import type { Sort } from '../ui/table/sort.ts'
import { useCards } from '../ui/table/use-cards.ts'
import { type ListAddress, writeSort } from './list-address.ts'
import classes from './sort-choice.module.css'

interface Props {
  columns: Pick<Column<never>, 'header' | 'sortBy' | 'isLong'>[]
  address: ListAddress
}

/** A select that looks like a button with an icon: cards have no column headers to sort by. */
export function SortChoice({ columns, address: { sort, setSort } }: Props) {
  const isCards = useCards(columns)
  const choices = columns.flatMap(({ header, sortBy }) => (sortBy ? both(header, sortBy) : []))
  if (!isCards || choices.length === 0) return null
  return (
    <span className={classes.choice} data-sorted={sort !== null || undefined}>
      <SortIcon size={18} />
      <select
        aria-label="Ordenar por"
        title="Ordenar por"
        value={sort ? writeSort(sort) : ''}
        onChange={({ currentTarget }) => {
          const found = choices.find(({ sort }) => writeSort(sort) === currentTarget.value)
          setSort(found?.sort ?? null)
        }}
      >
        <option value="">Orden habitual</option>
        {choices.map(({ label, sort }) => (
          <option key={label} value={writeSort(sort)}>
            {label}
          </option>
        ))}
      </select>
    </span>
  )
}

function both(header: string, by: string): { label: string; sort: Sort }[] {
  return [
    { label: `${header}, ascendente`, sort: { by, isDescending: false } },
    { label: `${header}, descendente`, sort: { by, isDescending: true } },
  ]
}
