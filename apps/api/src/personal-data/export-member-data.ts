import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { MEMBER_DATA_VERSION, type MemberData } from '@carpeta/contract/personal-data'
import type { Batches } from '../audit/personal-data.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Config } from '../config/config.ts'
import { cooperativeOf } from '../config/cooperative-settings.ts'
import type { Database } from '../db/client.ts'
import { type DocumentStorage, documentStorageAt } from '../documents/document-storage.ts'
import { StorageError } from '../documents/storage-error.ts'
import { type Caller, operator } from '../http/caller.ts'
import { listMemberReports, type MemberReport } from '../payment-reports/personal-data.ts'
import type { Draw, PdfPool } from '../pdf/pdf-pool.ts'
import { listMemberDocuments } from '../requests/personal-data.ts'
import { type ExportedData, memberDataJson } from './member-data-sections.ts'
import { modules } from './modules.ts'

type DataFormat = 'json' | 'pdf' | 'folder'

/**
 * Collects a user's personal data as they are now, and records in the audit log who got it in which format. What the
 * audit log says of the user, which may be of years, is read by who writes it.
 */
export async function exportMemberData(
  services: PersonalDataServices,
  caller: Caller,
  { userId, format }: { userId: number; format: DataFormat },
): Promise<ExportedData> {
  const data = await collectMemberData(services, userId)
  await recordAuditEvent(services.db, caller, {
    action: 'member.exported',
    object: { type: 'user', id: userId },
    subjectId: userId,
    after: { format },
  })
  return data
}

export interface PersonalDataServices {
  db: Database
  config: Config
}

/** All personal data of a user in the contract's shape, without hashes and data of other people. */
async function collectMemberData(
  services: PersonalDataServices,
  userId: number,
): Promise<ExportedData> {
  const { db, config } = services
  const { account, preferences, email_changes, invitation } =
    await modules.people.exportPersonalData(db, userId)
  const { sales, co_own_sales, former_sales, sale_accesses, unread } = await exportByRut(
    db,
    account.social_security,
  )
  const { requests, saved_filters, documents } = await modules.requests.exportPersonalData(
    services,
    userId,
  )
  const { payment_reports } = await modules['payment-reports'].exportPersonalData(db, userId)
  const { online_payments } = await modules.payments.exportPersonalData(db, userId)
  const { due_calendar } = await modules['due-calendar'].exportPersonalData(db, userId)
  const { sessions, second_factor, links } = await modules.auth.exportPersonalData(db, userId)
  const { known_devices } = await modules.throttle.exportPersonalData(db, userId)
  const { statements } = await modules.statements.exportPersonalData(db, userId)
  const person = { id: userId, rut: account.social_security }
  const { news } = await modules.news.exportPersonalData(db, person)
  const { published_documents } = await modules['member-documents'].exportPersonalData(db, person)
  const { announcements } = await modules.announcements.exportPersonalData(db, userId)
  const { activity, ...auditLog } = await modules.audit.exportPersonalData(db, userId)
  return {
    version: MEMBER_DATA_VERSION,
    generated_at: new Date().toISOString(),
    responsible: cooperativeOf(config),
    account,
    preferences,
    email_changes,
    sales,
    co_own_sales,
    former_sales,
    sale_accesses,
    due_calendar,
    requests,
    saved_filters,
    documents: documents.map(({ storage_key, ...document }) => ({
      ...document,
      file: documentFileName(document),
    })),
    payment_reports: payment_reports.map(exportedReport),
    online_payments,
    sessions,
    known_devices,
    second_factor,
    letters: { invitation, links },
    statements,
    published_documents,
    announcements,
    news,
    ...auditLog,
    unread,
    activity,
  }
}

type DataByRut = Pick<
  MemberData,
  'sales' | 'co_own_sales' | 'former_sales' | 'sale_accesses' | 'unread'
>

async function exportByRut(db: Database, rut: string): Promise<DataByRut> {
  if (rut === '') {
    return { sales: [], co_own_sales: [], former_sales: [], sale_accesses: [], unread: [] }
  }
  return {
    ...(await modules.sales.exportPersonalData(db, rut)),
    ...(await modules.imports.exportPersonalData(db, rut)),
  }
}

/** Without the storage key of its receipt. */
function exportedReport({
  receipt,
  ...report
}: MemberReport): MemberData['payment_reports'][number] {
  if (receipt === null) return { ...report, receipt: null }
  const { storage_key, ...file } = receipt
  return { ...report, receipt: { ...file, file: documentFileName(file) } }
}

const PDF_MODULE = new URL('./member-data-pdf.ts', import.meta.url)

/** More than the pages of a PDF take, which says that it is incomplete. */
const MAX_DRAWN = 10_000

/** A user's personal data as PDF. @throws what `Draw` throws */
export async function drawMemberData(draw: Draw, data: ExportedData): Promise<Buffer> {
  const { accesses, attempts, changes, activity } = data
  const drawn: ExportedData = {
    ...data,
    accesses: firstOf(accesses),
    attempts: firstOf(attempts),
    changes: firstOf(changes),
    activity: firstOf(activity),
  }
  return Buffer.from(await draw<Uint8Array>(PDF_MODULE, await text(memberDataJson(drawn))))
}

async function* firstOf<Row>(batches: Batches<Row>): AsyncGenerator<Row[]> {
  let rows = 0
  for await (const batch of batches) {
    yield batch
    rows += batch.length
    if (rows >= MAX_DRAWN) return
  }
}

interface WrittenFolder {
  documents: number
  /** Names of documents that the storage did not return: the folder lacks them. */
  unread: string[]
}

const OWNER_ONLY = { mode: 0o600 }

/** Creates the folder and tells whether it is empty. @throws when the path is not a folder */
export async function isFolderFree(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return (await readdir(folder)).length === 0
}

/** Writes a user's personal data into an empty folder: as JSON, as PDF, and every document. */
export async function writeMemberFolder(
  services: PersonalDataServices & { pdfs: PdfPool },
  userId: number,
  folder: string,
): Promise<WrittenFolder> {
  const storage = documentStorageAt(services.config.documents)
  const data = await exportMemberData(services, operator, { userId, format: 'folder' })
  const file = createWriteStream(join(folder, 'datos.json'), OWNER_ONLY)
  await pipeline(memberDataJson(data), file)
  const pdf = await services.pdfs.takeTurn({ owner: 'command' }, (draw) =>
    drawMemberData(draw, data),
  )
  await writeFile(join(folder, 'datos.pdf'), pdf, OWNER_ONLY)
  const reports = await listMemberReports(services.db, userId)
  const documents = [
    ...(await listMemberDocuments(services.db, userId)),
    ...reports.flatMap(({ receipt }) => receipt ?? []),
  ]
  if (documents.length > 0) await mkdir(join(folder, 'documentos'), { mode: 0o700 })
  const unread: string[] = []
  for (const document of documents) {
    const file = join(folder, documentFileName(document))
    if (!(await copyDocument(storage, document.storage_key, file))) unread.push(document.name)
  }
  return { documents: documents.length, unread }
}

/** False when the storage does not return it; the caller continues with the others. */
async function copyDocument(storage: DocumentStorage, key: string, file: string): Promise<boolean> {
  try {
    await pipeline(await storage.read(key), createWriteStream(file, OWNER_ONLY))
    return true
  } catch (error) {
    if (error instanceof StorageError) return false
    throw error
  }
}

// Some file systems limit a name to 255 bytes, and a character may take four.
const MAX_CHARACTERS = 50

/** A document's path in the exported folder: its id, and its name without unsafe characters. */
function documentFileName({ id, name }: { id: number; name: string }): string {
  const plain = name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '')
  return `documentos/${id}-${[...plain].slice(-MAX_CHARACTERS).join('')}`
}
