import type { ReadSale } from '@carpeta/contract/sales'
import type { AccountEmail, MemberFile, SaleSummary } from '@carpeta/contract/staff'
import { can } from '@carpeta/domain/access/permissions'
import { maySeeSales } from '@carpeta/domain/access/staff-views'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { listEntries, listLogins } from '../audit/audit-store.ts'
import { presentEntry } from '../audit/present-entry.ts'
import { recordAuditedRead, recordAuditLogRead } from '../audit/record-audit-event.ts'
import { exportLinks } from '../auth/links-store.ts'
import type { Database } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { listDocumentsFor } from '../member-documents/member-documents-store.ts'
import { listWaiting } from '../payment-reports/waiting-payments.ts'
import { exportPersonalData as exportAccount } from '../people/personal-data.ts'
import { findListedUser } from '../people/users-list-store.ts'
import { presentRequestRow } from '../requests/queue.ts'
import { listRequestsOf } from '../requests/queue-store.ts'
import { ownCodesAmong, presentForStaff } from '../sales/sale-accesses.ts'
import { listReadSales, listSalesWithReaders } from '../sales/sale-accesses-store.ts'
import { duesOf } from '../sales/sale-due.ts'
import { listSaleSummaries } from '../sales/sales-store.ts'
import { listUfValues } from '../uf/uf-store.ts'
import { presentUserRow } from '../users/users-list.ts'
import { listMemberPayments } from './member-payments.ts'
import { withoutOwnPurchases } from './own-purchases.ts'

const MAX_ROWS = 10
const MAX_SHORT = 5

/** Everything that staff look up about a user, each part with its permission. @throws {NotFound} */
export async function readMemberFile(
  { db }: { db: Database },
  caller: SignedInCaller,
  userId: number,
): Promise<MemberFile> {
  const found = await findListedUser(db, userId)
  if (!found) throw new NotFound()
  await recordAuditedRead(db, caller, { type: 'user', id: userId }, userId)
  const { user: reader } = caller
  return {
    user: presentUserRow(found),
    emails: await listAccountEmails(db, userId),
    logins: await listLogins(db, userId, MAX_ROWS),
    ...(await listSharedSales(db, found.rut)),
    ...(maySeeSales(reader) && {
      ...(await readFigures(db, caller, { userId, rut: found.rut })),
      uf_of_today: await findUfOfToday(db),
    }),
    ...(can(reader, 'documents.publish_documents') && {
      documents:
        found.rut === null
          ? []
          : await listDocumentsFor(db, found.rut, {
              readerRut: reader.profile.social_security,
              limit: MAX_SHORT,
            }),
    }),
    ...(can(reader, 'requests.answer_requests') && {
      requests: (await listRequestsOf(db, caller, { userId, limit: MAX_ROWS })).map(
        presentRequestRow,
      ),
    }),
    ...(can(reader, 'audit.view_audit') && { audit: await listAudit(db, caller, userId) }),
  }
}

/** Of a purchase of the reader's own, as the next holder's, staff read neither figures nor payments. */
async function readFigures(
  db: Database,
  caller: SignedInCaller,
  member: { userId: number; rut: string | null },
): Promise<Pick<MemberFile, 'sales' | 'payments'>> {
  const sales = await listSales(db, member.rut)
  const payments = await listMemberPayments(db, caller, member)
  if (member.userId === caller.id) return { sales, payments }
  const codes = [...sales.map(({ code }) => code), ...payments.map(({ sale_code }) => sale_code)]
  const own = await ownCodesAmong(db, caller, codes)
  const others = payments.filter(({ sale_code }) => !own.has(sale_code))
  const isEmptied = payments.length > 0 && others.length === 0
  return {
    sales: sales.map((sale) => (own.has(sale.code) ? { ...sale, ...noFigures } : sale)),
    ...(!isEmptied && { payments: others }),
  }
}

const noFigures = { balance: null, pending_instalments: null, phone: '', due: null }

async function listSales(db: Database, rut: string | null): Promise<SaleSummary[]> {
  const sales = rut === null ? [] : await listSaleSummaries(db, rut)
  const shown = sales.filter(({ withdrawn_at }) => withdrawn_at === null)
  const dues = await duesOf({ db, listWaiting }, shown)
  return sales.map(({ id, view: _, ...sale }) => ({ ...sale, due: dues.get(id) ?? null }))
}

async function findUfOfToday(db: Database): Promise<NonNullable<MemberFile['uf_of_today']> | null> {
  const today = todayInSantiago(new Date())
  const value = (await listUfValues(db, today)).find(({ date }) => date === today)
  return value ? { date: value.date, pesos: value.pesos } : null
}

/** Who else reads the person's sales, and whose sales the person reads. */
async function listSharedSales(db: Database, rut: string | null) {
  if (rut === null) return { own_sales: [], read_sales: [] }
  return {
    own_sales: (await listSalesWithReaders(db, rut)).map(presentForStaff),
    read_sales: await listReadSales<ReadSale>(db, rut),
  }
}

async function listAudit(db: Database, caller: SignedInCaller, subjectId: number) {
  const filter = { subjectId }
  const entries = await listEntries(db, filter, { offset: 0, limit: MAX_ROWS })
  await recordAuditLogRead(db, caller, 'audit.read', filter)
  return (await withoutOwnPurchases(db, caller, entries)).map(presentEntry)
}

/** The emails of the account itself; those of requests and news are not stored one by one. */
async function listAccountEmails(db: Database, userId: number): Promise<AccountEmail[]> {
  const links = await exportLinks(db, userId)
  const { account, invitation, email_changes } = await exportAccount(db, userId)
  const now = new Date()
  let emails: AccountEmail[] = [
    ...links.map(({ purpose, created_at, expires_at, used_at }) => ({
      kind: purpose,
      at: created_at,
      state: linkState(used_at, new Date(expires_at) < now),
      detail: '',
    })),
    ...email_changes.map(({ new_email, requested_at, confirmed_at, ended_at }) => ({
      kind: 'email_change' as const,
      at: requested_at,
      state: linkState(confirmed_at, ended_at !== null),
      detail: new_email,
    })),
  ]
  const { invited_at = null, delivery, failure = '' } = invitation ?? {}
  const invitedAt = account.is_activated ? null : invited_at
  if (delivery === 'failed' || (delivery === 'queued' && invitedAt !== null)) {
    const stored = emails.findLast(({ kind, at, state, detail }) =>
      kind === 'email_change'
        ? state === 'sent' && failure.startsWith(`${detail}: `)
        : kind === 'activate' && state !== 'used' && invitedAt !== null && (at ?? '') >= invitedAt,
    )
    const { kind, at } = stored ?? { kind: invitedAt ? 'activate' : 'other', at: invitedAt }
    emails = emails.filter((email) => email !== stored)
    emails.push({ kind, at, state: delivery, detail: failure })
  }
  const order = ({ at }: AccountEmail) => at ?? 'first'
  return emails.toSorted((a, b) => (order(a) < order(b) ? 1 : -1)).slice(0, MAX_ROWS)
}

function linkState(usedAt: string | null, isOver: boolean): AccountEmail['state'] {
  if (usedAt !== null) return 'used'
  return isOver ? 'expired' : 'sent'
}
