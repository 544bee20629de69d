import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { LoadEmailsSummary } from '@carpeta/contract/news'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { importMessages } from '@carpeta/domain/imports/import-rules'
import { isStillDue, withoutDoubt } from '@carpeta/domain/news/news-rules'
import { newsSentence } from '@carpeta/domain/news/news-texts'
import { saleName } from '@carpeta/domain/sales/sale-name'
import { recordAuditEvent, recordListRead } from '../audit/record-audit-event.ts'
import { callerTransaction, requireRecentAuthentication } from '../auth/caller-transaction.ts'
import type { Config } from '../config/config.ts'
import type { Database, JobDatabase, Transaction } from '../db/client.ts'
import { enqueueEmailJobs } from '../email/email-queue.ts'
import { EmailRejected, failureMessage, type Mailer } from '../email/mailer.ts'
import { type Email, emailTo, pageAddress, withMessageId } from '../email/render-email.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound, Refused } from '../http/errors.ts'
import { type PageQuery, pageWithin, readPage } from '../http/paging.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import { listPaidOnline } from '../payments/online-payments.ts'
import { clearRefusal, recordRefusal } from '../people/invitations-store.ts'
import {
  countEmails,
  type DueDigest,
  type DueNews,
  findQueuedEmail,
  findSummary,
  listEmails,
  lockNewsLoad,
  recordEmailOutcome,
  returnToWaiting,
  setHeld,
  setPaused,
  takeWaiting,
} from './news-emails-store.ts'

export const ENQUEUE_NEWS_EMAILS = 'enqueue_news_emails'

export interface LoadToEmail {
  loadId: number
}

/** The table of jobs stays small. */
const BATCH_SIZE = 50

/**
 * Adds a job for each of the next emails of a load and one for the batch after them, which comes
 * later in the queue. A repeated run takes other emails.
 */
export async function enqueueBatch(
  { db }: { db: JobDatabase },
  { loadId }: LoadToEmail,
): Promise<void> {
  await db.transaction(async (tx) => {
    const ids = await takeWaiting(tx, loadId, BATCH_SIZE)
    const emails: QueuedNewsEmail[] = ids.map((id) => ({ id }))
    if (emails.length > 0) await enqueueEmailJobs(tx, SEND_NEWS_EMAIL, emails, 'bulk')
    if (emails.length === BATCH_SIZE) await enqueueNextEmails(tx, loadId)
  })
}

export function enqueueNextEmails(tx: Transaction, loadId: number): Promise<void> {
  const payload: LoadToEmail = { loadId }
  return enqueueJob(tx, ENQUEUE_NEWS_EMAILS, payload, { priority: 'bulk' })
}

/** While an undo of the load waits for its turn. */
export function holdEmails(tx: Transaction, loadId: number): Promise<void> {
  return setHeld(tx, loadId, true)
}

/** The load stays as it is; what staff paused, also meanwhile, stays so, too. */
export async function releaseEmails(
  tx: Transaction,
  loadId: number,
  { isPausedForUndo }: { isPausedForUndo: boolean },
): Promise<void> {
  await setHeld(tx, loadId, false)
  if (isPausedForUndo) await setPaused(tx, loadId, false)
  await enqueueNextEmails(tx, loadId)
}

export const SEND_NEWS_EMAIL = 'send_news_email'

export interface QueuedNewsEmail {
  id: number
}

/**
 * Sends one member's news and records the mail server's answer; a sent email is never sent again.
 * Nothing is sent when the member has read the news in the portal or does not want them, or none still holds.
 */
export async function sendNewsEmail(
  services: { db: Database; config: Config; mailer: Mailer },
  { id }: QueuedNewsEmail,
  attempt: { isLastAttempt: boolean },
): Promise<void> {
  const { db, config, mailer } = services
  const digest = await findQueuedEmail(db, id)
  if (!digest) return
  if (digest.isStopped) {
    if (!(await returnToWaiting(db, id))) await sendNewsEmail(services, { id }, attempt)
    return
  }
  const news = await listStillDue(db, digest.news)
  if (!digest.isDue || news.length === 0) return recordEmailOutcome(db, id, 'cancelled')
  try {
    await mailer(digestEmail(id, { ...digest, news }, config))
  } catch (error) {
    const isRefused = error instanceof EmailRejected
    const failure = failureMessage(error)
    if (isRefused || attempt.isLastAttempt) await recordEmailOutcome(db, id, 'failed', failure)
    if (isRefused) return recordRefusal(db, digest.email, failure)
    throw error
  }
  await recordEmailOutcome(db, id, 'sent')
  await clearRefusal(db, digest.email)
}

/** The email may have waited for days, and other loads came. */
async function listStillDue(db: Database, news: DueNews[]): Promise<DueNews[]> {
  const today = todayInSantiago(new Date())
  const paid = await listPaidOnline(
    db,
    news.map(({ saleId }) => saleId),
  )
  return news.filter((each) => {
    const paidOnline = paid.filter(({ saleId }) => saleId === each.saleId)
    const isCertain = withoutDoubt([each], each.doubtful).length > 0
    return isCertain && isStillDue(each, { instalments: each.instalments, paidOnline }, today)
  })
}

/** All news of one load for one member, by property; without amounts and ruts. */
function digestEmail(id: number, { news, ...to }: DueDigest, config: Config): Email {
  const names = [...new Set(news.map(saleName))]
  const [only, ...others] = names
  const preferences = pageAddress('/profile#correos', config)
  const hasDue = news.some(({ kind }) => kind === 'due_soon' || kind === 'overdue')
  const rendered = emailTo(to, config, {
    subject:
      only !== undefined && others.length === 0
        ? `Novedades de ${only}`
        : 'Novedades de tus propiedades',
    paragraphs: names.flatMap((name) => [
      `${name}:`,
      ...news.filter((each) => saleName(each) === name).map((each) => `– ${newsSentence(each)}`),
    ]),
    action: { label: 'Ver mi carpeta', address: addressOf(news, config) },
    footnotes: [
      ...(hasDue
        ? ['Si ya pagaste la cuota, no tienes que hacer nada: el pago aparece cuando se registra.']
        : []),
      hasDue
        ? `En tu perfil eliges qué correos recibes y cuántos días antes te recordamos tus cuotas: ${preferences}`
        : `Elige en tu perfil qué correos quieres recibir: ${preferences}`,
    ],
  })
  return { ...withMessageId(rendered, `news-${id}`, config), list: { unsubscribe: preferences } }
}

function addressOf(news: DueDigest['news'], config: Config): string {
  const codes = new Set(news.map(({ code }) => code))
  const [code] = codes
  const isOne = code !== undefined && codes.size === 1
  return pageAddress('/dashboard', config, isOne ? { venta: code } : {})
}

/** @throws {NotFound} */
export async function pageOfLoadEmails(
  { db }: { db: Database },
  caller: SignedInCaller,
  { loadId, query }: { loadId: number; query: PageQuery & { state?: string | undefined } },
): Promise<AnswerOf<'GET /api/loads/:id/emails/'>> {
  const summary = await requireSummary(db, loadId)
  const only = query.state ?? ''
  const total = await countEmails(db, loadId, only)
  const { current, lastPage, ...rows } = pageWithin(readPage(query, ['id']), total)
  const results = await listEmails(db, loadId, only, rows)
  await recordListRead(
    db,
    caller,
    'user',
    results.map(({ user_id: id }) => ({ id })),
  )
  return { results, current, lastPage, summary }
}

/** Pauses the emails of a load that have not gone out. @throws {NotFound} */
export function pauseEmails(
  { db }: { db: Database },
  caller: SignedInCaller,
  loadId: number,
): Promise<LoadEmailsSummary> {
  return changePause(db, caller, { loadId, isPaused: true })
}

/** Sends the paused emails of a load. @throws {NotFound} · {Refused} 409 while it is to be undone */
export function resumeEmails(
  { db }: { db: Database },
  caller: SignedInCaller,
  loadId: number,
): Promise<LoadEmailsSummary> {
  return changePause(db, caller, { loadId, isPaused: false })
}

function changePause(
  db: Database,
  caller: SignedInCaller,
  { loadId, isPaused }: { loadId: number; isPaused: boolean },
): Promise<LoadEmailsSummary> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const load = await lockNewsLoad(tx, loadId)
    if (load === null) throw new NotFound()
    if (!isPaused && load.isHeld) throw new Refused(importMessages.undoUnderWay, 409)
    if (load.isPaused !== isPaused) {
      if (!isPaused) await requireRecentAuthentication(tx, caller)
      await setPaused(tx, loadId, isPaused)
      if (!isPaused) await enqueueNextEmails(tx, loadId)
      await recordAuditEvent(tx, caller, {
        action: isPaused ? 'load.emails_paused' : 'load.emails_resumed',
        object: { type: 'load', id: loadId },
      })
    }
    return requireSummary(tx, loadId)
  })
}

async function requireSummary(
  db: Database | Transaction,
  loadId: number,
): Promise<LoadEmailsSummary> {
  const summary = await findSummary(db, loadId)
  if (summary === null) throw new NotFound()
  return summary
}
