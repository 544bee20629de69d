import { Interrupted } from '../caller.ts'

const TIMEOUT_MS = 60_000

/** Repeats the attempt while portal or database are unavailable; other errors fail at once. */
export async function eventually<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof Interrupted) || Date.now() > end) throw error
    }
  }
}
