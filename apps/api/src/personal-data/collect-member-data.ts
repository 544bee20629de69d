import { MEMBER_DATA_VERSION, type MemberData } from '@carpeta/contract/personal-data'
import { auditActions, isAuditAction } from '@carpeta/domain/audit/audit-actions'
import { cleanRut } from '@carpeta/domain/people/rut'
import { accessSentence, ownActSentence } from '@carpeta/domain/personal-data/access-labels'
import { describeDevice, describePlace } from '../account/describe-session.ts'
import { listAccesses } from '../audit/audit-store.ts'
import { presentAccess } from '../audit/present-access.ts'
import type { Config } from '../config/config.ts'
import { cooperativeOf } from '../config/cooperative.ts'
import type { Database } from '../db/client.ts'
import { readMemberRequest } from '../requests/lifecycle/read-member-request.ts'
import { parseKeepingNumbers } from '../sales/exact-json.ts'
import { documentFileName } from './document-file-name.ts'
import {
  type HeldSale,
  listAccountChanges,
  listAttempts,
  listCoHeldSales,
  listHeldDocuments,
  listHeldSales,
  listHeldSessions,
  listKnownDevices,
  listLinks,
  listOwnActs,
  listRequestIds,
  listStatements,
  listUnread,
  readAccountData,
} from './member-data-store.ts'

export interface PersonalDataServices {
  db: Database
  config: Config
}

const ALL = { offset: 0, limit: 1_000_000 }

/** All that the portal holds of a person, in the contract's shape; no hash and nobody else's data. */
export async function collectMemberData(
  services: PersonalDataServices,
  userId: number,
): Promise<MemberData> {
  const { db, config } = services
  const { account, preferences, invitation } = await readAccountData(db, userId)
  const { social_security: rut } = account
  const requests = []
  for (const requestId of await listRequestIds(db, userId)) {
    requests.push(await readMemberRequest(services, requestId, userId))
  }
  const documents = await listHeldDocuments(db, userId)
  const sessions = await listHeldSessions(db, userId)
  return {
    version: MEMBER_DATA_VERSION,
    generated_at: new Date().toISOString(),
    responsible: cooperativeOf(config),
    account,
    preferences,
    sales: rut === '' ? [] : (await listHeldSales(db, rut)).map((sale) => presentSale(sale, rut)),
    co_held_sales: rut === '' ? [] : await listCoHeldSales(db, rut),
    requests,
    documents: documents.map(({ storage_key, ...document }) => ({
      ...document,
      file: documentFileName(document),
    })),
    sessions: sessions.map(({ userAgent, address, startedAt, lastUsedAt }) => ({
      device: describeDevice(userAgent),
      place: describePlace(address),
      address,
      started_at: startedAt,
      last_used_at: lastUsedAt,
    })),
    known_devices: await listKnownDevices(db, userId),
    letters: { invitation, links: await listLinks(db, userId) },
    statements: await listStatements(db, userId),
    accesses: (await listAccesses(db, userId, ALL)).map(presentAccess),
    attempts: (await listAttempts(db, userId)).map(presentAttempt),
    changes: (await listAccountChanges(db, userId)).map(presentChange),
    unread: rut === '' ? [] : await listUnread(db, rut),
    activity: (await listOwnActs(db, userId)).map(presentOwnAct),
  }
}

function presentChange(change: Awaited<ReturnType<typeof listAccountChanges>>[number]) {
  const { at, before, after, is_own } = change
  const action = is_own ? ownActSentence(change) : accessSentence({ ...change, in_view: false })
  return { at, action, before, after }
}

function presentOwnAct(act: Awaited<ReturnType<typeof listOwnActs>>[number]) {
  const { at, address, is_own } = act
  return { at, action: is_own ? ownActSentence(act) : sentenceOf(act.action), address }
}

function presentAttempt(attempt: MemberData['attempts'][number]) {
  return { ...attempt, action: sentenceOf(attempt.action) }
}

function sentenceOf(action: string): string {
  return isAuditAction(action) ? auditActions[action] : action
}

/** Whoever bought with the member is another person, unless accounting repeats the holder there. */
function presentSale({ json, asOf, withdrawnAt }: HeldSale, rut: string) {
  const { venta, ...sale } = parseKeepingNumbers(json) as { venta: Record<string, unknown> }
  const coHolder = String(venta.clienteco_rut ?? '')
  const isOther = cleanRut(coHolder) !== cleanRut(rut)
  const hasCoHolder = isOther && String(venta.clienteco_nombre_completo ?? '') !== ''
  const own = Object.entries(venta).filter(([name]) => !name.startsWith('clienteco_'))
  return {
    ...sale,
    venta: Object.fromEntries(own),
    con_co_titular: hasCoHolder,
    actualizado_al: asOf,
    retirada_el: withdrawnAt,
  } as MemberData['sales'][number]
}
