/** The order of a list: by which column, and which way. */
export interface Sort {
  by: string
  isDescending: boolean
}

/** The same column turns round, another one starts ascending (spec §4). */
export function nextSort(sort: Sort | null, by: string): Sort {
  return { by, isDescending: sort?.by === by && !sort.isDescending }
}

export function ariaSort(sort: Sort | null, by: string): 'ascending' | 'descending' | 'none' {
  if (sort?.by !== by) return 'none'
  return sort.isDescending ? 'descending' : 'ascending'
}
