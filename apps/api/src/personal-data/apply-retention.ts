import { deleteOldAnnouncements } from '../announcements/publication.ts'
import { deleteEndedSessions } from '../auth/sessions-store.ts'
import { type JobDatabase, rootCause } from '../db/client.ts'
import { deleteUnreadCalendars } from '../due-calendar/due-calendar-store.ts'
import { deleteOldMailHours } from '../email/mail-hours-store.ts'
import { deleteUndelivered } from '../email/waiting-emails-store.ts'
import { operator } from '../http/caller.ts'
import { deleteEndedTokens } from '../imports/import-tokens-store.ts'
import { deleteOldChanges, deleteOldFindings } from '../imports/load-changes-store.ts'
import { deleteOldRejects, lockImport } from '../imports/loads-store.ts'
import { deleteFailedJobs, LOADS_QUEUE } from '../jobs/jobs-store.ts'
import { runSteps } from '../jobs/run-steps.ts'
import type { ModuleJobs } from '../jobs/run-worker.ts'
import { deleteOldDocuments } from '../member-documents/personal-data.ts'
import { deleteOldNews } from '../news/news-store.ts'
import { deleteClosedReports } from '../payment-reports/personal-data.ts'
import { deleteUnpaidOrders } from '../payments/payments-store.ts'
import { deleteUnconfirmed, isRutOfAnother, listLongDeleted } from '../people/personal-data.ts'
import { deleteOldKeys } from '../requests/drafts-store.ts'
import { deleteClosedRequests } from '../requests/requests-store.ts'
import { listOpenSales } from '../sales/erased-buyers-store.ts'
import { deleteOldAccesses } from '../sales/personal-data.ts'
import { deleteOldDevices } from '../throttle/throttle-store.ts'
import { anonymiseAccount, type EraseServices, eraseBuyer, lockAccounts } from './erase-member.ts'
import { eraseWaiting, findKnownPerson } from './erase-waiting.ts'
import type { PersonalDataServices } from './export-member-data.ts'

const APPLY_RETENTION = 'apply_retention'

type JobServices = PersonalDataServices & { db: JobDatabase }

export function retentionJobs(services: JobServices): ModuleJobs {
  return {
    tasks: {
      [APPLY_RETENTION]: async (_payload, { logger }) => {
        const deleted = await applyRetention(services)
        logger.info(`retention: ${JSON.stringify(deleted)}`)
      },
    },
    slow: [APPLY_RETENTION],
    // An account is anonymised while no load runs.
    schedule: [`37 4 * * * ${APPLY_RETENTION} ?queue=${LOADS_QUEUE}`],
  }
}

const REASON = 'Plazo de conservación de una cuenta eliminada'

/**
 * Deletes what is older than the retention settings allow. Drafts are deleted every hour by a job
 * of their own. @returns how many of each
 * @throws at the end, naming what could not be deleted
 */
export async function applyRetention({ db, config }: JobServices): Promise<Record<string, number>> {
  const { retention } = config
  return runSteps({
    sessions: () => deleteEndedSessions(db, config),
    devices: () => deleteOldDevices(db, retention.deviceDays),
    registrations: () => deleteUnconfirmed(db, retention.unconfirmedDays),
    requests: () => deleteClosedRequests(db, retention.closedRequestYears),
    idempotencyKeys: () => deleteOldKeys(db),
    paymentReports: () => deleteClosedReports(db, retention.closedRequestYears),
    unpaidOrders: () => deleteUnpaidOrders(db, retention.unpaidOrderDays),
    saleAccesses: () => deleteOldAccesses(db, retention.closedRequestYears),
    dueCalendars: () => deleteUnreadCalendars(db, retention.deviceDays),
    rejects: () => deleteOldRejects(db, retention.loadRejectDays),
    importTokens: () => deleteEndedTokens(db, retention.loadRejectDays),
    loadChanges: () => deleteOldChanges(db, retention.loadChangeDays),
    findings: () => deleteOldFindings(db, retention.loadChangeDays),
    news: () => deleteOldNews(db, retention.newsDays),
    announcements: () => deleteOldAnnouncements(db, retention.announcementYears),
    memberDocuments: () => deleteOldDocuments(db, retention.withdrawnDocumentDays),
    jobs: () => deleteFailedJobs(db, retention.failedJobDays),
    mailHours: () => deleteOldMailHours(db),
    emails: () => deleteUndelivered(db, retention.failedJobDays),
    accounts: () => anonymiseLongDeleted({ db, config }, retention.deletedAccountYears),
  })
}

/**
 * One transaction per account, so that a failure does not stop the others.
 * @throws at the end, naming the accounts that failed
 */
async function anonymiseLongDeleted(services: EraseServices, years: number): Promise<number> {
  let anonymised = 0
  const failures: string[] = []
  for (const id of await listLongDeleted(services.db, years)) {
    try {
      if (await anonymiseDeleted(services, id)) anonymised++
    } catch (error) {
      failures.push(`${id} (${(rootCause(error) as Error).message})`)
    }
  }
  if (failures.length > 0) {
    const others = `${anonymised} others were`
    throw new Error(`these accounts could not be anonymised, ${others}: ${failures.join(', ')}`)
  }
  return anonymised
}

/** The last account of a rut takes the sales with it. False while a sale, request or payment is open. */
async function anonymiseDeleted({ db, config }: EraseServices, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    // As in `eraseMember`.
    await lockImport(tx)
    const [account] = await lockAccounts(tx, [id])
    if (!account?.isDeleted) return false
    if (account.openRequests.length + account.openPayments.length > 0) return false
    const { rut } = account
    const isLastOfRut = rut !== null && !(await isRutOfAnother(tx, rut, id))
    if (isLastOfRut) {
      const { asHolder, asCoHolder } = await listOpenSales(tx, rut)
      if (asHolder.length + asCoHolder.length > 0) return false
    }
    const whole = { rut: isLastOfRut ? rut : null, accountIds: [id] }
    const person = await findKnownPerson(tx, whole)
    await anonymiseAccount(tx, operator, id, REASON)
    if (isLastOfRut) await eraseBuyer(tx, rut)
    await eraseWaiting(tx, person, config)
    return true
  })
}
