import { ariaSort, type Sort } from './sort.ts'
import classes from './sort-button.module.css'

interface Props {
  sort: Sort | null
  by: string
  onSort: (by: string) => void
  children: string
}

/** A column header that sorts; the header's `aria-sort` tells the direction. */
export function SortButton({ sort, by, onSort, children }: Props) {
  const order = ariaSort(sort, by)
  return (
    <button type="button" className={classes.sort} data-order={order} onClick={() => onSort(by)}>
      {children}
      <svg width="12" height="16" viewBox="0 0 12 16" aria-hidden="true">
        <path className={classes.up} d="M2 6.5 6 2.5l4 4z" />
        <path className={classes.down} d="m2 9.5 4 4 4-4z" />
      </svg>
    </button>
  )
}
