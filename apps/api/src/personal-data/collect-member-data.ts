import {
  MEMBER_DATA_VERSION,
  type MemberData,
} from '@carpeta/contract/personal-data/personal-data-schemas'
import { auditActions, isAuditAction } from '@carpeta/domain/audit/audit-actions'
import { cleanRut } from '@carpeta/domain/people/rut'
import { accessSentence, ownActionSentence } from '@carpeta/domain/personal-data/access-labels'
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
  listAccountChanges,
  listAttempts,
  listCoHeldSales,
  listKnownDevices,
  listLinks,
  listMemberDocuments,
  listMemberSales,
  listMemberSessions,
  listOwnActions,
  listRequestIds,
  listStatements,
  listUnread,
  type MemberSale,
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
  const documents = await listMemberDocuments(db, userId)
  const sessions = await listMemberSessions(db, userId)
  return {
    version: MEMBER_DATA_VERSION,
    generated_at: new Date().toISOString(),
    responsible: cooperativeOf(config),
    account,
    preferences,
    sales: rut === '' ? [] : (await listMemberSales(db, rut)).map((sale) => presentSale(sale, rut)),
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
    activity: (await listOwnActions(db, userId)).map(presentOwnAction),
  }
}

function presentChange(change: Awaited<ReturnType<typeof listAccountChanges>>[number]) {
  const { at, before, after, isOwn } = change
  const action = isOwn ? ownActionSentence(change) : accessSentence({ ...change, inView: false })
  return { at, action, before, after }
}

function presentOwnAction(action: Awaited<ReturnType<typeof listOwnActions>>[number]) {
  const { at, address, isOwn } = action
  return { at, action: isOwn ? ownActionSentence(action) : sentenceOf(action.action), address }
}

function presentAttempt(attempt: MemberData['attempts'][number]) {
  return { ...attempt, action: sentenceOf(attempt.action) }
}

function sentenceOf(action: string): string {
  return isAuditAction(action) ? auditActions[action] : action
}

/** Whoever bought with the member is another person, unless accounting repeats the holder there. */
function presentSale({ json, asOf, withdrawnAt }: MemberSale, rut: string) {
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
