import { todayInSantiago } from '@carpeta/domain/dates/dates'
import type { Config } from '../config/config.ts'
import type { JobDatabase } from '../db/client.ts'
import { fetchUfYear } from './fetch-uf-values.ts'
import { takeUfYear } from './uf-store.ts'

/** Before it a UF was worth less than what is read as its value. */
export const FIRST_UF_YEAR = 1995

interface Log {
  info: (text: string) => void
  warn: (text: string) => void
}

/**
 * Asks the sources for whole years, one after the other, so that no day of them is asked for again. A year that the
 * sources do not have, or not whole, is asked for once a day, and holds up no other one.
 */
export async function fetchUfYears(
  services: { db: JobDatabase; config: Pick<Config, 'uf'> },
  years: number[],
  log: Log,
  now = new Date(),
): Promise<void> {
  for (const year of years) {
    if (!(await takeUfYear(services.db, year))) continue
    const { saved, refusal, problems } = await fetchUfYear(services, year, todayInSantiago(now))
    for (const problem of problems) log.warn(`UF of ${year}: ${problem}`)
    if (refusal !== null) log.warn(`UF of ${year}: ${refusal}`)
    if (saved.length > 0) log.info(`UF of ${year}: ${saved.length} values saved`)
  }
}
