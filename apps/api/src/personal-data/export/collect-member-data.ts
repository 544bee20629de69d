import { MEMBER_DATA_VERSION, type MemberData } from '@carpeta/contract/personal-data'
import type { Config } from '../../config/config.ts'
import { cooperativeOf } from '../../config/cooperative-settings.ts'
import type { Database } from '../../db/client.ts'
import type { MemberReport } from '../../payment-reports/personal-data.ts'
import { modules } from '../modules.ts'
import { documentFileName } from './document-file-name.ts'

export interface PersonalDataServices {
  db: Database
  config: Config
}

/** All personal data of a user in the contract's shape, without hashes and data of other people. */
export async function collectMemberData(
  services: PersonalDataServices,
  userId: number,
): Promise<MemberData> {
  const { db, config } = services
  const { account, preferences, email_changes, invitation } =
    await modules.users.exportPersonalData(db, userId)
  const { sales, co_own_sales, sale_accesses, unread } = await exportByRut(
    db,
    account.social_security,
  )
  const { requests, saved_filters, documents } = await modules.requests.exportPersonalData(
    services,
    userId,
  )
  const { payment_reports } = await modules['payment-reports'].exportPersonalData(db, userId)
  const { sessions, second_factor } = await modules.auth.exportPersonalData(db, userId)
  const { known_devices } = await modules.throttle.exportPersonalData(db, userId)
  const { links } = await modules.account.exportPersonalData(db, userId)
  const { statements } = await modules.statements.exportPersonalData(db, userId)
  const { news } = await modules.news.exportPersonalData(db, userId)
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
    sale_accesses,
    requests,
    saved_filters,
    documents: documents.map(({ storage_key, ...document }) => ({
      ...document,
      file: documentFileName(document),
    })),
    payment_reports: payment_reports.map(exportedReport),
    sessions,
    known_devices,
    second_factor,
    letters: { invitation, links },
    statements,
    announcements,
    news,
    ...auditLog,
    unread,
    activity,
  }
}

type DataByRut = Pick<MemberData, 'sales' | 'co_own_sales' | 'sale_accesses' | 'unread'>

async function exportByRut(db: Database, rut: string): Promise<DataByRut> {
  if (rut === '') return { sales: [], co_own_sales: [], sale_accesses: [], unread: [] }
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
