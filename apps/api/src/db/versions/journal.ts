import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of drizzle-kit's migrations. */
export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

interface JournalEntry {
  name: string
  /** Milliseconds; drizzle stores it as the migration's `created_at`. */
  when: number
}

/** The migrations that this version of the portal knows, oldest first. */
export function knownMigrations(): JournalEntry[] {
  return readJournal().entries.map(({ tag, when }) => ({ name: tag, when }))
}

/** drizzle-kit's list of its migrations. */
export function readJournal(): { entries: { tag: string; when: number }[] } {
  return JSON.parse(readFileSync(join(migrationsFolder, 'meta', '_journal.json'), 'utf8'))
}
