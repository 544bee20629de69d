import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { type Persona, personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import {
  rosasRequests,
  type SampleRequest,
  sampleAnnouncement,
  sampleUfValues,
} from '../../seeds/sample-portal.ts'
import { hashPassword } from '../auth/passwords.ts'
import { type Config, ConfigError } from '../config/config.ts'
import type { Database, JobDatabase } from '../db/client.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { admit, checkContent, storeForJob } from '../documents/guard-file.ts'
import { receiveFile } from '../documents/receive-file.ts'
import { importSales } from '../imports/import-sales.ts'
import { ndjsonFile } from '../imports/sources/ndjson-file.ts'
import { attach } from '../requests/attachments-store.ts'
import { recordMissingAnswerTimes } from '../requests/deadlines.ts'
import { addUfValues, hasPublishedUf } from '../uf/uf-store.ts'
import { inviteMembers } from '../users/invitations.ts'
import {
  findUserId,
  isDatabaseEmpty,
  saveDocumentHistory,
  saveSampleAccount,
  saveSampleAnnouncement,
  saveSampleProcedures,
  saveSampleRequest,
  showsSampleSales,
} from './sample-store.ts'

const exportFile = fileURLToPath(new URL('../../seeds/sample-export.ndjson', import.meta.url))

/**
 * Loads the sample cooperative: its export by the importer, the accounts of its staff, and made-up
 * values of the UF. False when the database has data.
 * @throws {ConfigError} outside `local`
 */
export async function loadSample(db: JobDatabase, config: Config): Promise<boolean> {
  requireLocal(config)
  const isEmpty = await isDatabaseEmpty(db)
  if (isEmpty) await loadCooperative(db, config)
  // Also at a later start, so that today has a value.
  if (await showsSampleSales(db)) {
    await addSampleUfValues(db)
  }
  return isEmpty
}

async function loadCooperative(db: JobDatabase, config: Config): Promise<void> {
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

const ROSAS_SALE = 'V-1001'

/** Rosa's answered requests with their history; sends no email. */
async function loadRequests(db: JobDatabase, config: Config): Promise<void> {
  const member = await findUserId(db, personas.rosa.rut)
  const staff = await findUserId(db, personas.mario.rut)
  for (const request of rosasRequests) {
    const people = { saleCode: ROSAS_SALE, memberId: member, staffId: staff }
    const requestId = await saveSampleRequest(db, request, people)
    if (request.document) await storeSampleDocument(db, config, request, { requestId, member })
  }
}

/** Stores it like an uploaded document. */
async function storeSampleDocument(
  db: Database,
  config: Config,
  { document, sentAt }: SampleRequest,
  { requestId, member }: { requestId: number; member: number },
): Promise<void> {
  const path = fileURLToPath(new URL(`../../seeds/${document}`, import.meta.url))
  const incoming = { name: document ?? '', content: createReadStream(path) }
  await using file = await receiveFile(incoming, config)
  const type = await checkContent(file)
  const services = { db, storage: documentStorageAt(config.documents) }
  await storeForJob(
    services,
    { ...admit(file, type), uploadedBy: member },
    async (tx, documentId) => {
      await attach(tx, { requestId, documentId, position: 0 })
      await saveDocumentHistory(tx, documentId, sentAt)
    },
  )
}
