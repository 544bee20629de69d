import { type CalendarDate, isCalendarDate } from '../dates/dates.ts'
import { NO_DATE } from '../dates/written-dates.ts'
import { invalid, type Refusal, refusal, required } from '../errors/refusal.ts'
import { hasInvisible, nameMessages } from '../people/name-rules.ts'
import { containsPersonalData } from '../people/person-in-text.ts'

/** The largest file that staff publish, in MB, unless the operator sets another. */
export const MEMBER_DOCUMENT_MAX_MB = 25
export const MAX_DOCUMENT_TITLE = 200
export const MAX_WITHDRAWAL_REASON = 1000

/** The groups of 'Mis documentos', in the order of the screen. */
export const documentCategories = [
  'reservation',
  'deed',
  'payments',
  'certificates',
  'plans',
  'other',
] as const

export type DocumentCategory = (typeof documentCategories)[number]

export const documentCategoryNames: Record<DocumentCategory, string> = {
  reservation: 'Reserva y promesa',
  deed: 'Escritura',
  payments: 'Pagos',
  certificates: 'Certificados',
  plans: 'Planos y especificaciones',
  other: 'Otros',
}

export const memberDocumentMessages = {
  tooLarge: (maxMb: number) =>
    refusal('too_large', `El tamaño del archivo no debe ser superior a ${maxMb}MB`),
  category: required('Elige una categoría'),
  title: required('Escribe el título del documento'),
  titleTooLong: refusal('too_long', `El título puede tener hasta ${MAX_DOCUMENT_TITLE} caracteres`),
  date: invalid(NO_DATE),
  reasonRequired: required('Escribe por qué retiras el documento'),
  withdrawn: refusal('wrong_state', 'Este documento ya fue retirado. Actualiza la página.'),
  changedMeanwhile: refusal(
    'changed_meanwhile',
    'Otra persona cambió este documento mientras lo mirabas. Actualiza la página antes de seguir.',
  ),
  otherHolder: refusal(
    'changed_meanwhile',
    'La venta cambió de titular. Actualiza la página y revisa quién verá el documento.',
  ),
  titleHasRut: invalid(
    'El título tiene el rut del titular anterior. Cámbialo antes de mostrar el documento al nuevo.',
  ),
} as const

export function isDocumentCategory(text: string): text is DocumentCategory {
  return documentCategories.some((category) => category === text)
}

interface TypedDocument {
  category: string
  title: string
  date: string
  visible_from: string
}

/** Why the fields of a published document are wrong, by field; an empty date is today. */
export function memberDocumentErrors({
  category,
  title,
  date,
  visible_from,
}: TypedDocument): Partial<Record<keyof TypedDocument, Refusal>> {
  const messages = memberDocumentMessages
  const isDate = (text: string) => text === '' || isCalendarDate(text)
  return {
    ...(isDocumentCategory(category) ? {} : { category: messages.category }),
    ...titleError(title),
    ...(isDate(date) ? {} : { date: messages.date }),
    ...(isDate(visible_from) ? {} : { visible_from: messages.date }),
  }
}

function titleError(title: string): { title?: Refusal } {
  const text = title.trim()
  if (text === '') return { title: memberDocumentMessages.title }
  if (hasInvisible(text)) return { title: nameMessages.invisible }
  return text.length > MAX_DOCUMENT_TITLE ? { title: memberDocumentMessages.titleTooLong } : {}
}

/** Whether a title tells the next holder the rut of this one. */
export function titleHasRut(title: string, rut: string): boolean {
  return containsPersonalData(title, { rut })
}

/** Words in the name of a file that tell its category, without accents. */
const categoryWords: [DocumentCategory, RegExp][] = [
  ['reservation', /\b(reserva|promesa|compraventa)\b/],
  ['deed', /\b(escrituras?|conservador|inscripcion|dominio)\b/],
  ['payments', /\b(pagos?|comprobantes?|recibos?|boletas?|cuotas?|transferencias?)\b/],
  ['certificates', /\b(certificados?|constancias?)\b/],
  ['plans', /\b(planos?|planta|especificaciones)\b/],
]

export interface ProposedDocument {
  category: DocumentCategory
  title: string
  /** '' when the name has no date. */
  date: CalendarDate | ''
}

/**
 * Proposes the fields of a document from the name of its file, such as
 * `V-1001_escritura_Copia legalizada 2026-03-14.pdf`.
 */
export function proposeDocument(fileName: string, saleCode = ''): ProposedDocument {
  const name = fileName.replace(/\.[^.]{1,5}$/, '').replace(/_/g, ' ')
  const withoutCode = name.startsWith(saleCode) ? name.slice(saleCode.length) : name
  const { title, date } = readTitle(withoutCode)
  const [, marked = '', rest = ''] = namedPattern.exec(fileName) ?? []
  const named = fileName.startsWith(`${saleCode}_`) ? categoryIn(marked) : undefined
  const category = named ?? categoryIn(title) ?? 'other'
  const ownTitle = named ? readTitle(rest.replace(/_/g, ' ')).title : title
  return { category, title: ownTitle || documentCategoryNames[category], date }
}

/** As in a zip, `V-1001_escritura_Copia legalizada.pdf`; 'certificado_de_dominio' is a title. */
const namedPattern = /^[^_]+_([^_\s]+)_(?!(?:de|del|y|para|por|con|en|al?)[_\s])(.+)\.[^.]{1,5}$/i

function categoryIn(text: string): DocumentCategory | undefined {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return categoryWords.find(([, words]) => words.test(plain))?.[0]
}

/** The title and the date in a name without extension; '' for what it does not say. */
export function readTitle(name: string): { title: string; date: CalendarDate | '' } {
  const text = name.replace(datePattern, '$1 ').replace(/\s+/g, ' ').trim()
  const title = (text.charAt(0).toUpperCase() + text.slice(1)).slice(0, MAX_DOCUMENT_TITLE)
  return { title, date: findDate(name) }
}

const datePattern = /(^|\D)(?:(\d{4})-(\d{2})-(\d{2})|(\d{2})-(\d{2})-(\d{4}))(?!\d)/

function findDate(text: string): CalendarDate | '' {
  const [, , year, month, day, day2, month2, year2] = datePattern.exec(text) ?? []
  const date = `${year ?? year2}-${month ?? month2}-${day ?? day2}`
  return isCalendarDate(date) ? date : ''
}
