import { z } from 'zod'
import type { BackupStore } from './backup-place.ts'

/** Beside the backups, since a restore is best rehearsed on another machine. */
const FILE = 'last-rehearsal.json'

const schema = z.object({
  at: z.iso.datetime(),
  /** `to_review`: it was restored, and something needs a look. */
  outcome: z.enum(['restored', 'to_review', 'failed']),
  seconds: z.number().int().nonnegative(),
})

/** How the last rehearsal of a restore ended. */
export type Rehearsal = z.infer<typeof schema>

export async function recordRehearsal(store: BackupStore, rehearsal: Rehearsal): Promise<void> {
  await store.writeText(FILE, `${JSON.stringify(rehearsal)}\n`)
}

/** Null when there was none, and for a text that is not ours. */
export async function readRehearsal(store: BackupStore): Promise<Rehearsal | null> {
  const text = await store.readText(FILE)
  try {
    return text === null ? null : schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
