import { DEFAULT_PAGE_SIZE } from '@carpeta/contract/paging'
import { InvalidPage } from './errors.ts'

const MAX_PAGE_SIZE = 1000

/** A list's query, as lenient as wire.md §5 wants it. */
export interface WantedPage<Column extends string> {
  /** 1-based. */
  page: number
  pageSize: number
  orderBy: Column
  descending: boolean
}

export interface PageQuery {
  page?: string | undefined
  pageSize?: string | undefined
  orderBy?: string | undefined
  orderDesc?: string | undefined
}

/**
 * What the query of a list asks for. An order that is not one of `columns` (the first is the
 * default) and a size outside 1 to 1000 are put right; a page that is no positive integer is not.
 * @throws {InvalidPage}
 */
export function readPage<Column extends string>(
  query: PageQuery,
  columns: readonly [Column, ...Column[]],
): WantedPage<Column> {
  return {
    page: readPageNumber(query.page),
    pageSize: readPageSize(query.pageSize),
    orderBy: columns.find((column) => column === query.orderBy) ?? columns[0],
    descending: readFlag(query.orderDesc),
  }
}

/** Which rows to read of `total`: beyond the end it is the last page, so that nobody is stranded. */
export function pageWithin(
  { page, pageSize }: { page: number; pageSize: number },
  total: number,
): { offset: number; limit: number; current: number; lastPage: number } {
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const current = Math.min(page, lastPage)
  return { offset: (current - 1) * pageSize, limit: pageSize, current, lastPage }
}

/** A yes of an address; anything else is no (wire.md §5). */
export function readFlag(text = ''): boolean {
  return ['1', 'true', 'True'].includes(text)
}

function readPageNumber(text = ''): number {
  if (text === '') return 1
  if (!/^\d{1,15}$/.test(text) || Number(text) === 0) throw new InvalidPage()
  return Number(text)
}

function readPageSize(text = ''): number {
  if (!/^-?\d{1,15}$/.test(text)) return DEFAULT_PAGE_SIZE
  return Math.min(Math.max(Number(text), 1), MAX_PAGE_SIZE)
}
