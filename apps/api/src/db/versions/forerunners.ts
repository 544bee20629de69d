import type { AppliedMigration } from './applied-migrations-store.ts'

/** The migrations that a database had before there was a baseline. */
interface Forerunner {
  count: number
  last: string
  /** Of the last one, in milliseconds. */
  when: number
}

export const VERSION_1_1_0: Forerunner = {
  count: 60,
  last: '0059_figures-changes',
  when: 1_795_413_236_698,
}

/** Databases of the work on 2.0.0: their schema is the baseline's but for the name of an index. */
const DEVELOPMENT: Forerunner = {
  count: 65,
  last: '0064_audit-in-one-table',
  when: 1_795_532_822_182,
}

/** Null for a database that the baseline does not continue. */
export function findForerunner(newest: number, applied: AppliedMigration[]): Forerunner | null {
  const found = [VERSION_1_1_0, DEVELOPMENT].find(({ when }) => when === newest)
  return found && isExactly(found, applied) ? found : null
}

/** Whether a database or a backup has exactly these migrations. */
export function isExactly(
  { count, last }: Forerunner,
  migrations: readonly { name: string }[],
): boolean {
  return migrations.length === count && migrations.some(({ name }) => name === last)
}
