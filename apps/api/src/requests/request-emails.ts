import type { WireRequestEvent } from '@carpeta/contract/requests'
import { nameLimits, nameProblem } from '@carpeta/domain/people/name-rules'
import { NO_REPLY_DEADLINE } from '@carpeta/domain/requests/request-labels'
import { RESPOND_DAYS } from '@carpeta/domain/requests/request-states'
import type { Config } from '../config/config.ts'
import { type Addressee, type Email, emailTo, pageAddress } from '../email/render-email.ts'
import type { NotifiedMember } from '../people/email-preferences-store.ts'

// An email says that something changed and links to it. Questions, answers and comments may contain
// amounts or personal data, so they stay in the portal.

// First and last name.
const MAX_FULL_NAME = 2 * nameLimits.name + 1

type Kind = WireRequestEvent['kind']

interface NotifiedRequest {
  id: number
  title: string
  saleCode: string
  member: NotifiedMember
}

interface News {
  subject: string
  changed: string
  toDo: string
}

export function isMemberNotified(kind: Kind): boolean {
  return kind in memberNews
}

export function isStaffNotified(kind: Kind): boolean {
  return kind in staffNews
}

/** For the member; null for an event that sends none. */
export function memberEmail(kind: Kind, request: NotifiedRequest, config: Config): Email | null {
  const news = memberNews[kind]?.(`tu solicitud ${quoted(request)}`)
  if (!news) return null
  return emailTo(request.member, config, {
    subject: `${news.subject} ${numberAndTitle(request)}`,
    paragraphs: [news.changed, news.toDo],
    action: { label: 'Ver mi trámite', address: memberAddress(request, config) },
    footnotes: ['Si prefieres no recibir estos correos, puedes decirlo en tu perfil.'],
  })
}

interface ForgottenDraft {
  procedureId: number
  procedureTitle: string
  saleCode: string
  about: string | null
}

/** For a member who began requests and left them. */
export function forgottenDraftsEmail(
  member: Pick<NotifiedMember, 'email' | 'firstName'>,
  drafts: ForgottenDraft[],
  config: Config,
): Email {
  const [only] = drafts
  const isOne = drafts.length === 1 && only !== undefined
  const titles = drafts.map(({ procedureTitle }) => `«${procedureTitle}»`).join(', ')
  return emailTo(member, config, {
    subject: isOne
      ? `Tienes un trámite sin enviar: ${only.procedureTitle}`
      : `Tienes ${drafts.length} trámites sin enviar`,
    paragraphs: isOne
      ? [
          `Empezaste el trámite ${titles} y todavía no lo envías: la cooperativa aún no lo recibe.`,
          'Lo que escribiste y tus archivos siguen guardados. Puedes continuar donde quedaste, o descartarlo.',
        ]
      : [
          `Empezaste ${drafts.length} trámites y todavía no los envías: la cooperativa aún no los recibe. Son: ${titles}.`,
          'Lo que escribiste y tus archivos siguen guardados. Puedes continuar donde quedaste, o descartarlos.',
        ],
    action: { label: 'Continuar', address: draftsAddress(isOne ? only : null, config) },
    footnotes: [
      'Te avisamos una sola vez de cada trámite sin enviar.',
      'Si prefieres no recibir estos correos, puedes decirlo en tu perfil.',
    ],
  })
}

/** The form of one; the dashboard lists several. */
function draftsAddress(only: ForgottenDraft | null, config: Config): string {
  if (only === null) return pageAddress('/dashboard', config)
  const { saleCode: venta, procedureId, about } = only
  const tramite = String(procedureId)
  const form = { venta, tab: 'solicitar-tramites', tramite, ...(about && { sobre: about }) }
  return pageAddress('/dashboard', config, form)
}

/**
 * For staff, about a new request or an addition of the member. No sentence begins with a member's words,
 * and the subject has none of them (docs/security.md 9.17).
 */
export function staffEmail(
  kind: Kind,
  to: Addressee,
  request: NotifiedRequest,
  config: Config,
): Email {
  const news = staffNews[kind] ?? staffNews.sent
  const member =
    nameProblem(request.member.fullName, MAX_FULL_NAME) === null
      ? request.member.fullName
      : 'un socio'
  return emailTo(to, config, {
    subject: `${news.subject} ${numberAndTitle(request)}`,
    paragraphs: [`${news.changed} ${quoted(request)}, de ${member}.`],
    action: { label: 'Ver la solicitud', address: pageAddress(`/requests/${request.id}`, config) },
  })
}

const staffNews: Partial<Record<Kind, Omit<News, 'toDo'>>> & { sent: Omit<News, 'toDo'> } = {
  sent: { subject: 'Nueva solicitud', changed: 'Hay una solicitud nueva: la' },
  filed: { subject: 'Nueva solicitud', changed: 'Hay una solicitud que ingresó un colega: la' },
  replied: {
    subject: 'Respuesta a la solicitud',
    changed: 'Llegó lo que se pidió en la solicitud',
  },
  commented: {
    subject: 'Comentario en la solicitud',
    changed: 'Hay un comentario en la solicitud',
  },
  responded: {
    subject: 'Respuesta a la solicitud',
    changed: 'No quedó resuelta, y hay que revisarla de nuevo: la solicitud',
  },
}

const memberNews: Partial<Record<Kind, (request: string) => News>> = {
  sent: (request) => ({
    subject: 'Recibimos tu solicitud',
    changed: `Recibimos ${request}.`,
    toDo: 'Te escribiremos cuando haya novedades. Mientras tanto, puedes ver cómo va en el portal.',
  }),
  filed: (request) => ({
    subject: 'Ingresamos una solicitud por ti',
    changed: `En la cooperativa ingresamos ${request}, en tu nombre.`,
    toDo: 'Ingresa para leer lo que escribimos y ver cómo va. Si no la pediste, puedes anularla en el portal.',
  }),
  merged: (request) => ({
    subject: 'Unimos tu solicitud con otra',
    changed: `Unimos ${request}, con otra que ya nos habías enviado: las respondemos juntas.`,
    toDo: 'Ingresa para ver en cuál seguimos. Lo que escribiste y tus documentos siguen ahí.',
  }),
  asked: (request) => ({
    subject: 'Falta algo en tu solicitud',
    changed: `Para seguir con ${request}, nos falta algo de tu parte.`,
    toDo: `Ingresa para leer qué falta y responder. ${NO_REPLY_DEADLINE}`,
  }),
  resolved: (request) => ({
    subject: 'Respondimos tu solicitud',
    changed: `Respondimos ${request}, y quedó resuelta.`,
    toDo: `Ingresa para leer la respuesta y decirnos si te sirvió. Si falta algo, puedes responder durante ${RESPOND_DAYS} días.`,
  }),
  rejected: (request) => ({
    subject: 'Respondimos tu solicitud',
    changed: `Respondimos ${request}, y quedó rechazada.`,
    toDo: `Ingresa para leer el motivo. Si no estás de acuerdo, puedes responder durante ${RESPOND_DAYS} días.`,
  }),
  reopened: (request) => ({
    subject: 'Reabrimos tu solicitud',
    changed: `Reabrimos ${request}: la estamos revisando de nuevo.`,
    toDo: 'Te escribiremos cuando haya novedades.',
  }),
  extended: (request) => ({
    subject: 'Necesitamos más tiempo para tu solicitud',
    changed: `Prorrogamos el plazo para responder ${request}.`,
    toDo: 'Ingresa para leer el motivo.',
  }),
}

function numberAndTitle({ id, title }: NotifiedRequest): string {
  return `${id}: ${title}`
}

function quoted({ id, title }: NotifiedRequest): string {
  return `${id}, «${title}»`
}

function memberAddress({ id, saleCode }: NotifiedRequest, config: Config): string {
  const request = { venta: saleCode, tab: 'mis-tramites', solicitud: String(id) }
  return pageAddress('/dashboard', config, request)
}
