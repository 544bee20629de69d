import { z } from 'zod'

/** Query of every list (spec §7). Lenient by intent: wire.md §5 says what odd values become. */
export const pageQuery = z.object({
  page: z.string().optional(),
  pageSize: z.string().optional(),
  orderBy: z.string().optional(),
  orderDesc: z.string().optional(),
})

export const DEFAULT_PAGE_SIZE = 10

/** A page of anything: 1-based, `lastPage` at least 1 (spec §3). */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    results: z.array(row),
    current: z.number().int().positive(),
    lastPage: z.number().int().positive(),
  })
}
