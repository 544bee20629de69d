import { fileURLToPath } from 'node:url'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { type Persona, personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { sampleAnnouncement } from '../../seeds/sample-announcement.ts'
import { sampleUfValues } from '../../seeds/sample-uf-values.ts'
import { hashPassword } from '../auth/passwords.ts'
import { type Config, ConfigError } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import { importSales } from '../imports/import-sales.ts'
import { ndjsonFile } from '../imports/sources/ndjson-file.ts'
import { recordMissingAnswerTimes } from '../requests/deadlines.ts'
import { addUfValues, hasPublishedUf } from '../uf/uf-store.ts'
import { inviteMembers } from '../users/invitations.ts'
import { loadRequests } from './load-requests.ts'
import {
  isDatabaseEmpty,
  saveSampleAccount,
  saveSampleAnnouncement,
  saveSampleProcedures,
  showsSampleSales,
} from './sample-store.ts'

const exportFile = fileURLToPath(new URL('../../seeds/sample-export.ndjson', import.meta.url))

/**
 * Loads the sample cooperative: its export by the importer, the accounts of its staff, and made-up
 * values of the UF. False when the database has data.
 * @throws {ConfigError} outside `local`
 */
export async function loadSample(db: Database, config: Config): Promise<boolean> {
  requireLocal(config)
  const isEmpty = await isDatabaseEmpty(db)
  if (isEmpty) await loadCooperative(db, config)
  // Also at a later start, so that today has a value.
  if (await showsSampleSales(db)) {
    await addSampleUfValues(db)
  }
  return isEmpty
}

async function loadCooperative(db: Database, config: Config): Promise<void> {
  const outcome = await importSales(db, ndjsonFile(exportFile), { isSample: true })
  if (outcome.refusal) throw new Error(outcome.refusal)
  for (const persona of Object.values<Persona>(personas)) {
    const passwordHash = persona.activated ? await hashPassword(SAMPLE_PASSWORD, null) : null
    await saveSampleAccount(db, persona, passwordHash)
  }
  await saveSampleProcedures(db)
  await loadRequests(db, config)
  await recordMissingAnswerTimes(db)
  await saveSampleAnnouncement(db, sampleAnnouncement)
  await inviteMembers(db, { rut: personas.tomas.rut })
}

/** Until a value is published, made-up ones take its place. */
async function addSampleUfValues(db: Database): Promise<void> {
  if (await hasPublishedUf(db)) return
  const values = sampleUfValues(todayInSantiago(new Date()))
  await addUfValues(
    db,
    values.map((value) => ({ ...value, source: 'sample' })),
  )
}

/** The passwords of the sample cooperative are public. @throws {ConfigError} */
export function requireLocal({ environment }: Config): void {
  if (environment !== 'local') {
    throw new ConfigError('La cooperativa de ejemplo solo se carga con ENVIRONMENT=local.')
  }
}
