import { setImmediate } from 'node:timers/promises'
import type { MemberData } from '@carpeta/contract/personal-data'
import { factName, formatFact } from '@carpeta/domain/audit/audit-facts'
import { dateOrNull, dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { rejectSentence } from '@carpeta/domain/imports/reject-reasons'
import { newsSentence } from '@carpeta/domain/news/news-texts'
import { formatRut } from '@carpeta/domain/people/rut'
import { memberDataLabels as labels } from '@carpeta/domain/personal-data/personal-data-labels'
import { fileSize } from '@carpeta/domain/requests/document-rules'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import { ratingLabels } from '@carpeta/domain/requests/request-states'
import { stateLabel } from '@carpeta/domain/requests/state-label'
import type { Batches } from '../audit/personal-data.ts'
import { parseExactly } from '../sales/exact-json.ts'
import {
  coHolderPairs,
  type DataSection,
  type Group,
  onlinePaymentGroup,
  type Pair,
  paymentReportGroup,
  saleAccessPair,
  saleGroups,
} from './sale-sections.ts'

export function memberDataSections(data: MemberData): DataSection[] {
  return [
    accountSection(data),
    { title: labels.preferences.title, groups: [{ title: '', pairs: preferencePairs(data) }] },
    { ...labels.sales, groups: data.sales.flatMap(saleGroups) },
    {
      ...labels.coHeld,
      groups: data.co_own_sales.map((sale) => ({
        title: `Compra ${sale.code}`,
        pairs: coHolderPairs(sale),
      })),
    },
    // Most people have none.
    ...(data.former_sales.length > 0
      ? [
          {
            ...labels.formerSales,
            groups: listed(data.former_sales.map((code) => ['Compra', code])),
          },
        ]
      : []),
    { ...labels.saleAccesses, groups: listed(data.sale_accesses.map(saleAccessPair)) },
    { ...labels.dueCalendar, groups: listed(dueCalendarPairs(data)) },
    { ...labels.requests, groups: data.requests.map(requestGroup) },
    // Only staff have any.
    ...(data.saved_filters.length > 0
      ? [
          {
            ...labels.savedFilters,
            groups: listed(
              data.saved_filters.map(({ name, filters }) => [name, filtersText(filters)]),
            ),
          },
        ]
      : []),
    { ...labels.documents, groups: data.documents.map(documentGroup) },
    { ...labels.paymentReports, groups: data.payment_reports.map(paymentReportGroup) },
    { ...labels.onlinePayments, groups: data.online_payments.map(onlinePaymentGroup) },
    sessionsSection(data),
    { ...labels.secondFactor, groups: listed(secondFactorPairs(data)) },
    emailsSection(data),
    {
      ...labels.statements,
      groups: listed(
        data.statements.map(({ folio, sale_code, issued_at }) => [
          folio,
          `Compra ${sale_code}, emitido el ${dateTimeInSantiago(issued_at)}`,
        ]),
      ),
    },
    {
      ...labels.publishedDocuments,
      groups: listed(
        data.published_documents.map(({ sale_code, title, version, opened_at }) => [
          title || labels.publishedDocuments.notReadable,
          `Compra ${sale_code}, versión ${version}, ${opened_at === null ? 'sin abrir' : `abierto el ${dateTimeInSantiago(opened_at)}`}`,
        ]),
      ),
    },
    { ...labels.announcements, groups: listed(data.announcements.map(announcementPair)) },
    { ...labels.news, groups: listed(data.news.map(newsPair)) },
    {
      ...labels.accesses,
      groups: listed(
        data.accesses.map(({ at, who, role, action, reason }) => [
          dateTimeInSantiago(at),
          `${[who, role].filter(Boolean).join(' · ')}: ${action}${reason && `. Motivo: ${reason}`}`,
        ]),
      ),
    },
    { ...labels.attempts, groups: listed(data.attempts.map(actionPair)) },
    { ...labels.changes, groups: listed(data.changes.map(changePair)) },
    {
      ...labels.unread,
      groups: listed(
        data.unread.map(({ at, sale_code, field, value, reason }) => [
          dateTimeInSantiago(at),
          `Compra ${sale_code}, ${rejectSentence({ file: '', field, value, reason })}`,
        ]),
      ),
    },
    { ...labels.activity, groups: listed(data.activity.map(actionPair)) },
  ]
}

function filtersText(filters: Record<string, string>): string {
  return Object.entries(filters)
    .map(([name, value]) => `${factName(name)}: ${formatFact(name, value)}`)
    .join(', ')
}

/** One group, or none without pairs. */
function listed(pairs: Pair[]): Group[] {
  return pairs.length === 0 ? [] : [{ title: '', pairs }]
}

function actionPair({ at, action, address }: MemberData['activity'][number]): Pair {
  return [dateTimeInSantiago(at), address === '' ? action : `${action} (desde ${address})`]
}

function changePair({ at, action, before, after }: MemberData['changes'][number]): Pair {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const facts = names.map((name) => {
    const label = labels.facts[name as keyof typeof labels.facts] ?? name
    const values = [before, after]
      .filter((side) => name in side)
      .map((side) => `«${factText(side[name])}»`)
    return `${label}: ${values.join(', después ')}`
  })
  return [dateTimeInSantiago(at), `${action}. ${facts.join('; ')}`]
}

function factText(fact: unknown): string {
  if (typeof fact === 'boolean') return fact ? 'Sí' : 'No'
  return [fact ?? ''].flat().join(', ')
}

function accountSection({ account }: MemberData): DataSection {
  return {
    title: labels.account.title,
    intro: labels.account.password,
    groups: [
      {
        title: '',
        pairs: [
          ['Nombre', `${account.first_name} ${account.last_name}`.trim()],
          ['Rut', account.social_security && formatRut(account.social_security)],
          ['Correo', account.email],
          ['Estado', account.is_active && account.is_activated ? 'Activada' : 'Sin activar'],
          ...account.groups.map((name): Pair => ['Grupo', name]),
          ['Creada', dateTimeInSantiago(account.created_at)],
          ['Última modificación', dateTimeInSantiago(account.updated_at)],
          ...(account.deleted_at
            ? ([['Eliminada', dateTimeInSantiago(account.deleted_at)]] satisfies Pair[])
            : []),
        ],
      },
    ],
  }
}

function preferencePairs({ preferences }: MemberData): Pair[] {
  return [
    ['Correos sobre tus trámites', preferences.request_letters ? 'Sí' : 'No'],
    ['Avisos por correo', preferences.announcement_emails ? 'Sí' : 'No'],
    ['Correos sobre tu escritura', preferences.deed_emails ? 'Sí' : 'No'],
    ['Correos sobre tus pagos', preferences.payment_emails ? 'Sí' : 'No'],
    ['Correos sobre tus cuotas', preferences.due_emails ? 'Sí' : 'No'],
    ['Recordatorio de tus cuotas', `${preferences.due_days} días antes`],
  ]
}

function announcementPair(announcement: MemberData['announcements'][number]): Pair {
  const { title, published_at, read_at, email, email_failure: failure } = announcement
  const { read, unread } = labels.announcements
  const opened = read_at === null ? unread : `${read} ${dateTimeInSantiago(read_at)}`
  const outcome = email === null ? '' : `, correo ${emailOutcomes[email]}`
  return [
    title,
    `Publicado el ${dateTimeInSantiago(published_at)}, ${opened}${outcome}${failure && `: ${failure}`}`,
  ]
}

function newsPair(news: MemberData['news'][number]): Pair {
  const { at, sale_code, read_at, email, email_failure: failure } = news
  const { read, unread } = labels.announcements
  const date = dateOrNull(news.date)
  const sentence = newsSentence({ kind: news.kind, subject: news.subject, date })
  const opened = read_at === null ? unread : `${read} ${dateTimeInSantiago(read_at)}`
  const outcome = email === null ? '' : `, correo ${emailOutcomes[email]}`
  return [
    dateTimeInSantiago(at),
    `Compra ${sale_code}: ${sentence} (${opened}${outcome}${failure && `: ${failure}`})`,
  ]
}

const emailOutcomes = {
  queued: 'en camino',
  sent: 'entregado',
  failed: 'sin entregar',
  cancelled: 'no enviado',
}

function requestGroup(request: MemberData['requests'][number]): Group {
  const { id, state, merged_into, sale_code, procedure, comment } = request
  const { sent_at, closed_at, answer, events } = request
  return {
    title: `${requestNumber(id)}: ${procedure.title}`,
    pairs: [
      ['Compra', sale_code],
      ['Estado', stateLabel(state, merged_into)],
      ['Enviado', sent_at === null ? '' : dateTimeInSantiago(sent_at)],
      ['Cerrado', closed_at === null ? '' : dateTimeInSantiago(closed_at)],
      ['Tu comentario', comment],
      ['Respuesta', answer],
      ...events.map(({ at, kind, actor, text, helped }): Pair => {
        const sentence = `${actor}: ${labels.events[kind]}${ratingOf(helped)}`
        return [
          dateTimeInSantiago(at),
          text === '' || text === answer ? sentence : `${sentence}. ${text}`,
        ]
      }),
    ],
  }
}

/** The member's rating of an answer. */
function ratingOf(helped: boolean | null): string {
  if (helped === null) return ''
  return ` (${helped ? ratingLabels.helped : ratingLabels.notHelped})`
}

function documentGroup(document: MemberData['documents'][number]): Group {
  const { name, request_id, size, sha256, uploaded_at, by, replaced_at } = document
  return {
    title: name,
    pairs: [
      ['Trámite', requestNumber(request_id)],
      [by === 'member' ? 'Lo subiste el' : 'Te lo enviamos el', dateTimeInSantiago(uploaded_at)],
      ...(replaced_at
        ? ([['Reemplazado el', dateTimeInSantiago(replaced_at)]] satisfies Pair[])
        : []),
      ['Tamaño', fileSize(size)],
      ['Huella (SHA-256)', sha256],
    ],
  }
}

function sessionsSection({ sessions, known_devices }: MemberData): DataSection {
  const { title, empty, devices } = labels.sessions
  const pairs = sessions.map(({ device, place, address, started_at, last_used_at }): Pair => {
    const when = `desde el ${dateTimeInSantiago(started_at)}, último uso ${dateTimeInSantiago(last_used_at)}`
    return [device, `${place} (${address}), ${when}`]
  })
  const known = known_devices.map(
    ({ last_used_at }): Pair => ['Último ingreso', dateTimeInSantiago(last_used_at)],
  )
  return {
    title,
    empty,
    groups: [...listed(pairs), ...listed(known).map((group) => ({ ...group, title: devices }))],
  }
}

function secondFactorPairs({ second_factor }: MemberData): Pair[] {
  const { passkeys, totp, recovery_codes_left: left } = second_factor
  const dates = ({ created_at, last_used_at }: NonNullable<typeof totp>) => {
    const used = last_used_at === null ? 'sin usar' : `usada el ${dateTimeInSantiago(last_used_at)}`
    return `agregada el ${dateTimeInSantiago(created_at)}, ${used}`
  }
  return [
    ...passkeys.map((passkey): Pair => [passkey.name, dates(passkey)]),
    ...(totp ? ([[labels.secondFactor.totp, dates(totp)]] satisfies Pair[]) : []),
    ...(left > 0 ? ([[labels.secondFactor.codesLeft, String(left)]] satisfies Pair[]) : []),
  ]
}

function dueCalendarPairs({ due_calendar: calendar }: MemberData): Pair[] {
  if (calendar === null) return []
  const { created_at: made, last_read_at: read } = calendar
  return [
    ['Creado', dateTimeInSantiago(made)],
    ['Leído por última vez', read === null ? 'Nunca' : dateTimeInSantiago(read)],
  ]
}

function emailsSection({ letters, email_changes: changes }: MemberData): DataSection {
  const { invitation, links } = letters
  const pairs: Pair[] = []
  if (invitation) {
    const { invited_at, delivery, failure } = invitation
    const at = invited_at === null ? '' : ` ${dateTimeInSantiago(invited_at)}`
    const outcome = delivery === null ? '' : `, ${labels.deliveries[delivery]}`
    pairs.push(['Invitación a activar', `${at}${outcome}${failure && `: ${failure}`}`.trim()])
  }
  for (const { purpose, created_at, used_at } of links) {
    const used = used_at === null ? 'sin usar' : `usado el ${dateTimeInSantiago(used_at)}`
    pairs.push([labels.links[purpose], `Enviado el ${dateTimeInSantiago(created_at)}, ${used}`])
  }
  for (const change of changes) pairs.push(emailChangePair(change))
  return { ...labels.emails, groups: listed(pairs) }
}

function emailChangePair(change: MemberData['email_changes'][number]): Pair {
  const { old_email, new_email, requested_at, confirmed_at, ended_at } = change
  const confirmed =
    confirmed_at === null ? '' : `, confirmado el ${dateTimeInSantiago(confirmed_at)}`
  const ended = ended_at === null ? '' : `, terminado el ${dateTimeInSantiago(ended_at)}`
  const asked = `Pedido el ${dateTimeInSantiago(requested_at)}${confirmed}${ended}`
  return [labels.emailChange, `«${old_email}», después «${new_email}». ${asked}`]
}

/** `MemberData`, whose lists of the audit log are read while they are written. */
export type ExportedData = {
  [Name in keyof MemberData]: Name extends 'accesses' | 'attempts' | 'changes' | 'activity'
    ? Batches<MemberData[Name][number]>
    : MemberData[Name]
}

/** A long list is written in parts, so that other calls are answered in between. */
const PART = 1000

/** The text of `datos.json`, indented for people. @param beforePart runs before each part that is read */
export async function* memberDataJson(
  data: ExportedData,
  beforePart: () => Promise<unknown> = setImmediate,
): AsyncGenerator<string> {
  let separator = '{\n'
  for (const [name, value] of Object.entries(data)) {
    yield separator
    separator = ',\n'
    if (Array.isArray(value)) yield* listText(name, partsOf(value), setImmediate)
    else if (isBatches(value)) yield* listText(name, value, beforePart)
    else yield memberText(name, value)
  }
  yield '\n}\n'
}

function isBatches(value: object | string | number | null): value is Batches<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

function* partsOf(list: unknown[]): Generator<unknown[]> {
  for (let start = 0; start < list.length; start += PART) yield list.slice(start, start + PART)
}

/** '  "name": …' as a line of an indented object. */
function memberText(name: string, value: unknown): string {
  return JSON.stringify({ [name]: value }, null, 2).slice(2, -2)
}

async function* listText(
  name: string,
  parts: AsyncIterable<unknown[]> | Iterable<unknown[]>,
  beforePart: () => Promise<unknown>,
): AsyncGenerator<string> {
  const [opening, closing] = [`  ${JSON.stringify(name)}: [`, '  ]']
  let isEmpty = true
  for await (const part of parts) {
    if (part.length === 0) continue
    await beforePart()
    yield isEmpty ? `${opening}\n` : ',\n'
    isEmpty = false
    yield memberText(name, part).slice(opening.length + 1, -closing.length - 1)
  }
  yield isEmpty ? `${opening}]` : `\n${closing}`
}

/** Reads the text of `memberDataJson`; amounts of sales are exact texts. */
export function readMemberData(json: string): MemberData {
  const data = JSON.parse(json) as MemberData
  const { sales, co_own_sales } = parseExactly(json) as MemberData
  return { ...data, sales, co_own_sales }
}
