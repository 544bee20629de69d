import { appendFileSync } from 'node:fs'

export interface Result {
  /** What was measured, as «memory, idle». */
  what: string
  value: number
  unit: string
  aim?: { atMost: number } | { atLeast: number }
}

/** Hands a figure to `npm run bench`, which prints all of them at its end and writes them as JSON. */
export function result(measured: Result): void {
  const file = process.env.BENCH_RESULTS
  if (file) appendFileSync(file, `${JSON.stringify(measured)}\n`)
}
