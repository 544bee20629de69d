import type { MemberData } from '@carpeta/contract/personal-data/personal-data-schemas'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import { memberDataLabels as words } from '@carpeta/domain/personal-data/personal-data-labels'
import { fileSize } from '@carpeta/domain/requests/file-size'
import { requestStateLabels } from '@carpeta/domain/requests/request-states'
import type { DataSection, Group, Pair } from './data-section.ts'
import { coHeldFacts, saleGroups } from './sale-sections.ts'

/** All of it in the order in which a person looks for it. */
export function memberDataSections(data: MemberData): DataSection[] {
  return [
    accountSection(data),
    { title: words.preferences.title, groups: [{ title: '', pairs: preferencePairs(data) }] },
    { ...words.sales, groups: data.sales.flatMap(saleGroups) },
    {
      ...words.coHeld,
      groups: data.co_held_sales.map((held) => ({
        title: `Venta ${held.code}`,
        pairs: coHeldFacts(held),
      })),
    },
    { ...words.requests, groups: data.requests.map(requestGroup) },
    { ...words.documents, groups: data.documents.map(documentGroup) },
    sessionsSection(data),
    emailsSection(data),
    {
      ...words.statements,
      groups: listed(
        data.statements.map(({ folio, sale_code, issued_at }) => [
          folio,
          `Venta ${sale_code}, emitido el ${dateTimeInSantiago(issued_at)}`,
        ]),
      ),
    },
    {
      ...words.accesses,
      groups: listed(
        data.accesses.map(({ at, who, action, reason }) => [
          dateTimeInSantiago(at),
          reason === '' ? `${who}: ${action}` : `${who}: ${action}. Motivo: ${reason}`,
        ]),
      ),
    },
    { ...words.attempts, groups: listed(data.attempts.map(actPair)) },
    { ...words.changes, groups: listed(data.changes.map(changePair)) },
    {
      ...words.unread,
      groups: listed(
        data.unread.map(({ at, sale_code, field, value, reason }) => [
          dateTimeInSantiago(at),
          `Venta ${sale_code}, ${field}: «${value}» ${reason}`,
        ]),
      ),
    },
    { ...words.activity, groups: listed(data.activity.map(actPair)) },
  ]
}

/** One group of rows, or none. */
function listed(pairs: Pair[]): Group[] {
  return pairs.length === 0 ? [] : [{ title: '', pairs }]
}

function actPair({ at, action, address }: MemberData['activity'][number]): Pair {
  return [dateTimeInSantiago(at), address === '' ? action : `${action} (desde ${address})`]
}

function changePair({ at, action, before, after }: MemberData['changes'][number]): Pair {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const facts = names.map((name) => {
    const label = words.facts[name as keyof typeof words.facts] ?? name
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
    title: words.account.title,
    intro: words.account.password,
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
  return [['Cartas sobre tus trámites', preferences.request_letters ? 'Sí' : 'No']]
}

function requestGroup(request: MemberData['requests'][number]): Group {
  const { id, state, sale_code, procedure, comment, sent_at, closed_at, answer, events } = request
  return {
    title: `Nº ${id}: ${procedure.title}`,
    pairs: [
      ['Venta', sale_code],
      ['Estado', requestStateLabels[state]],
      ['Enviado', sent_at === null ? '' : dateTimeInSantiago(sent_at)],
      ['Cerrado', closed_at === null ? '' : dateTimeInSantiago(closed_at)],
      ['Tu comentario', comment],
      ['Respuesta', answer],
      ...events.map(({ at, kind, actor, text }): Pair => {
        const told = `${actor}: ${words.events[kind]}`
        return [dateTimeInSantiago(at), text === '' || text === answer ? told : `${told}. ${text}`]
      }),
    ],
  }
}

function documentGroup(document: MemberData['documents'][number]): Group {
  const { name, request_id, size, sha256, uploaded_at, by, replaced_at } = document
  return {
    title: name,
    pairs: [
      ['Trámite', `Nº ${request_id}`],
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
  const { title, empty, devices } = words.sessions
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

function emailsSection({ letters }: MemberData): DataSection {
  const { invitation, links } = letters
  const pairs: Pair[] = []
  if (invitation) {
    const { invited_at, delivery, failure } = invitation
    const at = invited_at === null ? '' : ` ${dateTimeInSantiago(invited_at)}`
    const became = delivery === null ? '' : `, ${words.deliveries[delivery]}`
    pairs.push(['Invitación a activar', `${at}${became}${failure && `: ${failure}`}`.trim()])
  }
  for (const { purpose, created_at, used_at } of links) {
    const used = used_at === null ? 'sin usar' : `usado el ${dateTimeInSantiago(used_at)}`
    pairs.push([words.links[purpose], `Enviado el ${dateTimeInSantiago(created_at)}, ${used}`])
  }
  return { ...words.emails, groups: listed(pairs) }
}
