/** The column and direction of a list's order. */
export interface Sort {
  by: string
  isDescending: boolean
}

/** The same column reverses the order; another one starts ascending. */
export function nextSort(sort: Sort | null, by: string): Sort {
  return { by, isDescending: sort?.by === by && !sort.isDescending }
}

export function ariaSort(sort: Sort | null, by: string): 'ascending' | 'descending' | 'none' {
  if (sort?.by !== by) return 'none'
  return sort.isDescending ? 'descending' : 'ascending'
}
