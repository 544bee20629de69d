import { z } from 'zod'

/** The query of every list (docs/specification.md §11.21 to §11.23 for invalid values). */
export const pageQuery = z.object({
  page: z.string().optional(),
  pageSize: z.string().optional(),
  orderBy: z.string().optional(),
  orderDesc: z.string().optional(),
})

export const DEFAULT_PAGE_SIZE = 10

/** A page of a list. Pages count from 1 (docs/specification.md §3.15). */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    results: z.array(row),
    current: z.number().int().positive(),
    lastPage: z.number().int().positive(),
  })
}
