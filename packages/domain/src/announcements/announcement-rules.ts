import { instantInSantiago, isCalendarDate } from '../dates/dates.ts'
import { invalid, type Refusal, refusal, required } from '../errors/refusal.ts'
import { counted } from '../text/counted.ts'
import { writtenTextErrors } from '../text/written-text-rules.ts'

/** A job publishes a scheduled one at its moment. */
export const announcementStates = ['draft', 'scheduled', 'published', 'withdrawn'] as const
export type AnnouncementState = (typeof announcementStates)[number]

export const announcementStateLabels: Record<AnnouncementState, string> = {
  draft: 'Borrador',
  scheduled: 'Programado',
  published: 'Publicado',
  withdrawn: 'Retirado',
}

/** Whom an announcement concerns: every member, or the holders of a project or a condominium. */
export const audienceKinds = ['all', 'project', 'condominium'] as const
export type AudienceKind = (typeof audienceKinds)[number]

export interface Audience {
  audience: AudienceKind
  /** Accounting's name; empty for all members. */
  project: string
  /** Accounting's name; empty unless the audience is a condominium. */
  condominium: string
}

export const announcementLimits = { title: 120, body: 5000, files: 5 } as const

export const announcementMessages = {
  project: required('Elige el proyecto'),
  condominium: required('Elige el condominio'),
  visibleUntil: invalid('Elige una fecha válida'),
  past: invalid('Elige una fecha desde hoy en adelante'),
  publishAt: invalid('Elige un día y una hora válidos'),
  publishPast: invalid('Elige un día y una hora desde ahora en adelante'),
  publishTooLate: invalid('Ese día los socios ya no lo verían: termina antes'),
  nobody: refusal(
    'no_audience',
    'Ninguna venta es de este proyecto o condominio: nadie vería el aviso.',
  ),
  changedMeanwhile: refusal(
    'changed_meanwhile',
    'Otra persona cambió este aviso mientras lo mirabas. Actualiza la página antes de seguir.',
  ),
  notDraft: refusal(
    'not_draft',
    'Este aviso ya se publicó y no se puede cambiar. Puedes retirarlo y copiarlo.',
  ),
  scheduled: refusal(
    'not_draft',
    'Este aviso está programado. Déjalo otra vez como borrador para cambiarlo.',
  ),
  notPublished: refusal('not_published', 'Solo se puede retirar un aviso publicado.'),
  withdrawn: refusal(
    'not_published',
    'Este aviso ya se retiró. Puedes copiarlo y publicar la copia.',
  ),
} as const

export interface AnnouncementForm extends Audience {
  title: string
  body: string
  sends_email: boolean
  /** The last day on which members see it, or empty. */
  visible_until: string
}

export type AnnouncementErrors = Partial<Record<keyof AnnouncementForm, Refusal>>

/** All failures, keyed like the server's 400. */
export function announcementErrors(form: AnnouncementForm): AnnouncementErrors {
  const errors: AnnouncementErrors = writtenTextErrors(form, announcementLimits)
  if (form.audience !== 'all' && form.project === '') errors.project = announcementMessages.project
  if (form.audience === 'condominium' && form.condominium === '')
    errors.condominium = announcementMessages.condominium
  if (form.visible_until !== '' && !isCalendarDate(form.visible_until))
    errors.visible_until = announcementMessages.visibleUntil
  return errors
}

/**
 * When an announcement is published, from a local time 'YYYY-MM-DDThh:mm' of Santiago.
 * @param visibleUntil the last day on which members see it, or empty
 */
export function publicationMoment(
  local: string,
  visibleUntil: string,
  now: Date,
): { at: Date } | { error: Refusal } {
  const [date = '', time = ''] = local.split('T')
  if (!isCalendarDate(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    return { error: announcementMessages.publishAt }
  const at = instantInSantiago(date, time)
  // Of the last night of the calendar, which is the next year in UTC.
  if (at.getUTCFullYear() > 9999) return { error: announcementMessages.publishAt }
  if (at <= now) return { error: announcementMessages.publishPast }
  if (visibleUntil !== '' && visibleUntil < date)
    return { error: announcementMessages.publishTooLate }
  return { at }
}

/** The audience as the database stores it, without names that it does not use. */
export function exactAudience({ audience, project, condominium }: Audience): Audience {
  return {
    audience,
    project: audience === 'all' ? '' : project,
    condominium: audience === 'condominium' ? condominium : '',
  }
}

export function audienceLabel({ audience, project, condominium }: Audience): string {
  if (audience === 'all') return 'Todos los socios'
  return audience === 'project' ? project : `${project} · ${condominium}`
}

/** The counts of people whom an audience has. */
export interface Reach {
  /** Members with an active account, who can read it in the portal. */
  people: number
  /** Those who would also get an email. */
  emails: number
  /** Holders who have no active account yet. */
  without_account: number
}

/** The button that publishes: without a reach, or one that nobody is in, it names no number. */
export function publishLabel(reach: Reach | undefined): string {
  return reach && reach.people > 0
    ? `Publicar para ${counted(reach.people, 'persona', 'personas')}`
    : 'Publicar'
}

/** The sentence that is shown before an announcement is published. */
export function reachSentence({ people, emails, without_account }: Reach, email: boolean): string {
  const reached =
    people === 1 ? 'Lo verá 1 persona en el portal' : `Lo verán ${people} personas en el portal`
  const written = email
    ? `, y ${emails === 1 ? '1 recibirá un correo' : `${emails} recibirán un correo`}`
    : ''
  const later =
    without_account === 0
      ? ''
      : without_account === 1
        ? ' Otra lo verá cuando active su cuenta.'
        : ` Otras ${without_account} lo verán cuando activen su cuenta.`
  return `${reached}${written}.${later}`
}
