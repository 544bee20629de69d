import type { WireRequestEvent } from '@carpeta/contract/requests/request-schemas'
import type { Config } from '../../config/config.ts'
import { type Email, renderEmail } from '../../email/render-email.ts'
import { senderOf } from '../../email/sender.ts'
import type { NotifiedRequest } from './request-events-store.ts'

// A letter says that something changed and leads to it. What was asked, answered or commented stays
// in the portal: it may hold amounts or somebody's data, and a mailbox is no place for them.

type Kind = WireRequestEvent['kind']

interface News {
  subject: string
  changed: string
  toDo: string
}

/** For the member; null for what he is not written about. */
export function memberEmail(kind: Kind, request: NotifiedRequest, config: Config): Email | null {
  const news = memberNews(kind, request)
  if (!news) return null
  return renderEmail(
    request.member.email,
    {
      subject: `${news.subject} ${numberAndTitle(request)}`,
      greeting: `Hola, ${request.member.firstName}:`,
      paragraphs: [news.changed, news.toDo],
      action: { label: 'Ver mi solicitud', address: memberAddress(request, config) },
      footnotes: ['Si prefieres no recibir estas cartas, puedes decirlo en tu perfil.'],
    },
    senderOf(config),
  )
}

/** For staff, of a new request (`sent`) or a member's reply. */
export function staffEmail(
  kind: Kind,
  to: { firstName: string; email: string },
  request: NotifiedRequest,
  config: Config,
): Email {
  const isNew = kind === 'sent'
  const what = isNew ? 'envió la' : 'respondió lo que se le pidió en la'
  return renderEmail(
    to.email,
    {
      subject: `${isNew ? 'Nueva solicitud' : 'Respuesta a la solicitud'} ${numberAndTitle(request)}`,
      greeting: `Hola, ${to.firstName}:`,
      paragraphs: [`${request.member.fullName} ${what} solicitud ${quoted(request)}.`],
      action: { label: 'Ver la solicitud', address: staffAddress(request, config) },
    },
    senderOf(config),
  )
}

function memberNews(kind: Kind, request: NotifiedRequest): News | null {
  const yours = `tu solicitud ${quoted(request)}`
  switch (kind) {
    case 'sent':
      return {
        subject: 'Recibimos tu solicitud',
        changed: `Recibimos ${yours}.`,
        toDo: 'Te escribiremos cuando haya novedades. Mientras tanto, puedes ver cómo va en el portal.',
      }
    case 'asked':
      return {
        subject: 'Falta algo en tu solicitud',
        changed: `Para seguir con ${yours}, nos falta algo de tu parte.`,
        toDo: 'Ingresa para leer qué falta y responder.',
      }
    case 'resolved':
      return {
        subject: 'Respondimos tu solicitud',
        changed: `Respondimos ${yours}, y quedó resuelta.`,
        toDo: 'Ingresa para leer la respuesta.',
      }
    case 'rejected':
      return {
        subject: 'Respondimos tu solicitud',
        changed: `Respondimos ${yours}, y quedó rechazada.`,
        toDo: 'Ingresa para leer el motivo.',
      }
    case 'reopened':
      return {
        subject: 'Reabrimos tu solicitud',
        changed: `Reabrimos ${yours}: la estamos revisando de nuevo.`,
        toDo: 'Te escribiremos cuando haya novedades.',
      }
    case 'extended':
      return {
        subject: 'Necesitamos más tiempo para tu solicitud',
        changed: `Prorrogamos el plazo para responder ${yours}.`,
        toDo: 'Ingresa para leer el motivo.',
      }
    default:
      return null
  }
}

function numberAndTitle({ id, title }: NotifiedRequest): string {
  return `${id}: ${title}`
}

function quoted({ id, title }: NotifiedRequest): string {
  return `${id}, «${title}»`
}

function memberAddress({ id, saleCode }: NotifiedRequest, config: Config): string {
  const url = new URL('/dashboard', config.publicUrl)
  url.search = String(
    new URLSearchParams({ venta: saleCode, tab: 'mis-tramites', solicitud: String(id) }),
  )
  return url.href
}

function staffAddress({ id }: NotifiedRequest, config: Config): string {
  const url = new URL('/requests', config.publicUrl)
  url.search = String(new URLSearchParams({ solicitud: String(id) }))
  return url.href
}
