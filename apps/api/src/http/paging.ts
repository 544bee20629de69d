import { DEFAULT_PAGE_SIZE } from '@carpeta/contract/endpoint'
import { cleanRut } from '@carpeta/domain/people/rut'
import { InvalidPage } from './errors.ts'

const MAX_PAGE_SIZE = 1000

/** The page that the query of a list asks for. */
interface RequestedPage<Column extends string> {
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
 * Replaces an order outside `columns` by the first column and limits the size to 1 to 1000.
 * @throws {InvalidPage} when the page is not a positive integer
 */
export function readPage<Column extends string>(
  query: PageQuery,
  columns: readonly [Column, ...Column[]],
): RequestedPage<Column> {
  return {
    page: readPageNumber(query.page),
    pageSize: readPageSize(query.pageSize),
    orderBy: columns.find((column) => column === query.orderBy) ?? columns[0],
    descending: readFlag(query.orderDesc),
  }
}

/** The rows to read of `total`; a page beyond the end is the last page. */
export function pageWithin(
  { page, pageSize }: { page: number; pageSize: number },
  total: number,
): { offset: number; limit: number; current: number; lastPage: number } {
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const current = Math.min(page, lastPage)
  return { offset: (current - 1) * pageSize, limit: pageSize, current, lastPage }
}

/** A boolean of a query; anything but these texts is false. */
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

// Dots and hyphens anywhere, and at most one check digit K at the end.
const RUT_OR_PART = /^[\d.\- ]+[kK]?$/

/** The text of a filter, null without one. PostgreSQL stores no NUL characters. */
export function readFilterText(text = ''): string | null {
  return text.replaceAll('\u0000', '').trim() || null
}

/**
 * A whole or partial rut without dots and hyphen; null for other texts. Needs a digit, since `k` alone
 * is a name. Two tests, because one pattern would backtrack.
 */
export function readFilterRut(text: string | null): string | null {
  return text !== null && RUT_OR_PART.test(text) && /\d/.test(text) ? cleanRut(text) : null
}

/** The indexes of parts know three characters of a word in a row; they would read all for less. */
export function isPartSearchable(text: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(text)
}
