import { readSale } from '@carpeta/contract/read-sale'
import { type CalendarDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { paidAlready } from '@carpeta/domain/payments/due-parts'
import type { UnrecordedPayment } from '@carpeta/domain/payments/next-payment'
import { dueCalendar } from '@carpeta/domain/sales/due-calendar'
import { isInCredit } from '@carpeta/domain/sales/sale-rules'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { addedEmail } from '../auth/auth-emails.ts'
import {
  callerTransaction,
  ownAccountTransaction,
  requireRecentAuthentication,
} from '../auth/caller-transaction.ts'
import { enqueueLinkEmail } from '../auth/links.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { Addressee, Email } from '../email/render-email.ts'
import type { AuditActor, Caller, SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { randomToken, tokenHash } from '../http/tokens.ts'
import { findSales } from '../sales/own-sales-store.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import {
  deleteDueCalendar,
  findCalendarOwner,
  insertDueCalendar,
  noteRead,
} from './due-calendar-store.ts'

interface Services {
  db: Database
  config: Config
  limits: RateLimits
}

/**
 * Online payments of these sales that accounting has not recorded yet. Passed in, because the payments module is above
 * this one.
 */
export type ListPaidOnline = (
  db: Database,
  saleIds: number[],
) => Promise<(UnrecordedPayment & { saleId: number })[]>

/**
 * Makes the address at which a calendar reads the member's due dates; the one before is dead. Only this answer has
 * its key. The owner is told, since it outlasts the session.
 * @throws {NotFound} for an account without a rut · {Refused} 403 without a recent authentication
 */
export async function createDueCalendar(
  { db, config, limits }: Services,
  caller: SignedInCaller,
): Promise<{ key: string }> {
  await limits.dueCalendars.consume(String(caller.id))
  return ownAccountTransaction(db, caller, async (tx, account) => {
    const { id: userId, rut } = account
    if (rut === null) throw new NotFound()
    await requireRecentAuthentication(tx, caller)
    await endDueCalendar(tx, caller, userId)
    const key = randomToken()
    await insertDueCalendar(tx, { userId, rut, keyHash: tokenHash(key) })
    await recordAuditEvent(tx, caller, {
      action: 'due_calendar.created',
      object: { type: 'due_calendar', id: userId },
      subjectId: userId,
    })
    const notice = { purpose: 'not_me', email: calendarSharedEmail } as const
    await enqueueLinkEmail(tx, account, notice, config)
    return { key }
  })
}

function calendarSharedEmail(to: Addressee, token: string, config: Config): Email {
  return addedEmail(to, token, config, {
    subject: 'Se creó un enlace para tu calendario',
    change:
      'Desde tu Carpeta Virtual se creó un enlace para calendarios: quien lo tenga ve cuándo vencen tus cuotas, sin montos. Con «No fui yo» el enlace tampoco sirve más.',
  })
}

/** Nobody reads the calendar any more; that there was none is no error. */
export async function stopSharing(db: Database, caller: SignedInCaller): Promise<void> {
  await callerTransaction(db, caller, (tx, caller) => endDueCalendar(tx, caller, caller.id))
}

/** Ends the user's address, if there is one. */
export async function endDueCalendar(
  tx: Transaction,
  actor: AuditActor,
  userId: number,
): Promise<void> {
  if (!(await deleteDueCalendar(tx, userId))) return
  await recordAuditEvent(tx, actor, {
    action: 'due_calendar.revoked',
    object: { type: 'due_calendar', id: userId },
    subjectId: userId,
  })
}

/**
 * The calendar that a key opens, of the sales that the member holds now: those of others end with an access that
 * their holder takes back. As no email does, it reminds of no instalment that was paid online, and of none while the
 * balance is below zero.
 * @throws {NotFound} · {Throttled}
 */
export async function calendarOf(
  { db, config, limits, listPaidOnline }: Services & { listPaidOnline: ListPaidOnline },
  { address }: Caller,
  key: string,
): Promise<string> {
  const owner = await findCalendarOwner(db, tokenHash(key))
  if (owner === null) {
    await limits.dueCalendarFailures.consume(address)
    throw new NotFound()
  }
  await limits.dueCalendarReads.consume(String(owner.id))
  await noteRead(db, owner.id)
  const now = new Date()
  const today = todayInSantiago(now)
  const sales = await findSales(db, owner, today, today, undefined)
  const own = sales.filter(({ accessKind }) => accessKind === null)
  const paid = await listPaidOnline(
    db,
    own.map(({ id }) => id),
  )
  const due = own.flatMap(({ id, view }) => {
    const sale = readSale(JSON.parse(view))
    const paidOnline = paid.filter(({ saleId }) => saleId === id)
    const isPaid = (dueOn: CalendarDate | null) =>
      paidAlready({ choice: 'next', dueOn, chosenOn: today }, paidOnline) !== null
    const instalments = sale.instalments.filter(({ dueOn }) => !isPaid(dueOn))
    return isInCredit(sale) ? [] : [{ ...sale, instalments }]
  })
  return dueCalendar(due, { today, now, portal: config.publicUrl })
}
