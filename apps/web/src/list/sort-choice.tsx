import { NativeSelect } from '../ui/fields/inputs.ts'
import type { Sort } from '../ui/table/sort.ts'
import classes from './list.module.css'
import { writeSort } from './list-address.ts'

interface SortableColumn {
  header: string
  sortBy?: string
}

interface Props {
  columns: SortableColumn[]
  sort: Sort | null
  onSort: (sort: Sort | null) => void
}

/** Cards have no column headers to sort by. */
export function SortChoice({ columns, sort, onSort }: Props) {
  const choices = columns.flatMap(({ header, sortBy }) => (sortBy ? both(header, sortBy) : []))
  if (choices.length === 0) return null
  const chosen = sort ? writeSort(sort) : ''
  return (
    <NativeSelect
      className={classes.sortChoice ?? ''}
      label="Ordenar por"
      value={chosen}
      onChange={({ currentTarget }) => {
        const found = choices.find(({ sort }) => writeSort(sort) === currentTarget.value)
        onSort(found?.sort ?? null)
      }}
      data={[
        { value: '', label: 'Orden habitual' },
        ...choices.map(({ label, sort }) => ({ value: writeSort(sort), label })),
      ]}
    />
  )
}

function both(header: string, by: string): { label: string; sort: Sort }[] {
  return [
    { label: `${header}, ascendente`, sort: { by, isDescending: false } },
    { label: `${header}, descendente`, sort: { by, isDescending: true } },
  ]
}
