import { type CalendarDate, isCalendarDate, shortDate } from '../dates/dates.ts'
import { invalid, type Refusal, refusal, required, taken, tooMany } from '../errors/refusal.ts'
import { hasInvisible } from '../people/name-rules.ts'
import { counted, formatCount } from '../text/counted.ts'
import {
  type DocumentCategory,
  documentCategories,
  documentCategoryNames,
  isDocumentCategory,
  memberDocumentErrors,
  proposeDocument,
  readTitle,
} from './member-document-rules.ts'

/** The files of one import. */
export const MAX_IMPORTED_FILES = 20_000

/** An uploaded zip is `checking`, then `checked` or `refused`, and once staff confirm it `publishing`. */
export const documentImportStates = [
  'checking',
  'checked',
  'refused',
  'publishing',
  'published',
  'failed',
] as const

export type DocumentImportState = (typeof documentImportStates)[number]

/** Until somebody publishes, corrects or discards it. */
export const waitingImportStates = [
  'checked',
  'refused',
  'failed',
] as const satisfies DocumentImportState[]

/** The list beside the files, whose columns say what the names of the files cannot. */
export const INDEX_FILE = 'index.csv'
/** Enough for a row for each of the files. */
export const MAX_INDEX_MB = 5
export const indexColumns = ['code', 'category', 'title', 'date', 'file', 'visible_to_co_holder']

/** Stored zips of one person. Each may have hundreds of megabytes. */
export const MAX_STORED_ZIPS = 10

export const documentImportMessages = {
  tooManyStored: tooMany(
    `Tienes ${MAX_STORED_ZIPS} zips guardados sin publicar. Publica o descarta alguno antes de subir otro`,
  ),
  name: invalid(
    `El nombre debe ser CÓDIGO_categoría_título, por ejemplo V-1001_escritura_Copia legalizada.pdf; si no, agrega un ${INDEX_FILE}`,
  ),
  nameNotText: invalid('El nombre no está en UTF-8: cambia el nombre del archivo'),
  nameInvisible: invalid('El nombre tiene caracteres invisibles: cambia el nombre del archivo'),
  nameTooLong: refusal('too_long', 'El nombre es demasiado largo: acórtalo'),
  samePath: taken('Dos archivos vienen con esta misma ruta: deja uno, o cambia el nombre de uno'),
  unknownSale: invalid('No hay una venta con este código'),
  otherHolder: refusal(
    'changed_meanwhile',
    'La venta cambió de titular después de la revisión. Revisa para quién es y sube el zip de nuevo',
  ),
  withdrawn: (on: CalendarDate, reason: string) =>
    refusal(
      'wrong_state',
      `Se retiró el ${shortDate(on)}: «${reason}». Si aun así corresponde, publícalo desde los documentos de la venta`,
    ),
  maybeOwn: refusal(
    'own_request',
    'No se sabe de qué compra es, y podría ser de una tuya: lo corrige otra persona',
  ),
  flag: invalid('visible_to_co_holder debe ser sí o no'),
  notListed: refusal('file_not_expected', `No está en ${INDEX_FILE}`),
  absent: required(`Está en ${INDEX_FILE}, pero el archivo no viene`),
  listedTwice: taken(`Está más de una vez en ${INDEX_FILE}`),
  damaged: refusal('file_unreadable', 'El archivo está dañado o tiene contraseña'),
  noZip: refusal('file_type', 'Elige un archivo .zip'),
  tooLarge: refusal('too_large', 'El zip es más grande de lo que el portal acepta'),
  notChecked: refusal(
    'wrong_state',
    'Estos documentos ya se publicaron, o el zip no está revisado. Actualiza la página.',
  ),
  changedMeanwhile: refusal(
    'changed_meanwhile',
    'Otra persona corrigió este zip mientras lo mirabas. Revisa qué calza ahora antes de seguir.',
  ),
  publishing: refusal('wrong_state', 'El zip se está publicando: espera a que termine.'),
  failed: refusal('internal', 'No se pudo terminar; nada se publicó. Súbelo de nuevo.'),
  notPermitted: refusal('forbidden', 'Quien lo confirmó ya no puede publicar documentos.'),
  erasedMeanwhile:
    'Se borraron los datos de una persona de la que este zip tenía o podía tener documentos. Quita los suyos y súbelo de nuevo.',
  empty: required('No trae archivos'),
  indexTooLarge: refusal('too_large', `Pesa más de ${MAX_INDEX_MB} MB`),
  unpackedTooLarge: (maxMb: number) =>
    refusal('too_large', `Descomprimido pesa más de ${maxMb} MB: divídelo en varios`),
  tooMany: tooMany(`Trae más de ${MAX_IMPORTED_FILES} archivos: divídelos en varias veces`),
} as const

/** 'Se publicaron 12 documentos.' */
export function publishedNotice(count: number): string {
  const verb = count === 1 ? 'Se publicó' : 'Se publicaron'
  return `${verb} ${counted(count, 'documento', 'documentos')}.`
}

/** '45 documentos nuevos, de 44 ventas, para 40 socios. A todos les llega un correo.' */
export function toldNotice(
  added: number,
  { sales, members, byEmail }: { sales: number; members: number; byEmail: number },
): string {
  const what = counted(added, 'documento nuevo', 'documentos nuevos')
  const who = `para ${counted(members, 'socio', 'socios')}`
  const told = toldByEmail(members, byEmail)
  return `${what}, de ${counted(sales, 'venta', 'ventas')}, ${who}. ${told}`
}

function toldByEmail(members: number, byEmail: number): string {
  if (byEmail === members) return `${members === 1 ? 'Le llega' : 'A todos les llega'} un correo.`
  const others =
    'no ven su venta en el portal, no tienen una cuenta activa con correo o no quieren esos correos'
  if (byEmail === 0 && members === 1) {
    return 'No le llega un correo: no ve su venta en el portal, no tiene una cuenta activa con correo o no quiere esos correos.'
  }
  if (byEmail === 0) return `No les llega un correo: ${others}.`
  const them = `${formatCount(byEmail)} ${byEmail === 1 ? 'le' : 'les'}`
  return `A ${them} llega un correo; los demás ${others}.`
}

/** What the name of a file, or its row in the index, says of a document. */
export interface ImportedFields {
  code: string
  category: string
  title: string
  /** `YYYY-MM-DD`, or '' for today. */
  date: string
  visible_to_co_holder: boolean
}

/** The fields of `CODE_category_title.pdf`, or of its row; the reason where they are wrong. */
export type ReadFields = { fields: ImportedFields } | { refusal: Refusal }

/** Programs and file systems allow a quarter of it. */
const MAX_PATH = 1000

/** Why a file cannot be imported whose path is `path`; null for an ordinary one. */
export function importPathProblem(path: string): Refusal | null {
  if (path.length > MAX_PATH) return documentImportMessages.nameTooLong
  // What a broken character of a name becomes.
  if (path.includes('\uFFFD')) return documentImportMessages.nameNotText
  return hasInvisible(path) ? documentImportMessages.nameInvisible : null
}

/** Reads `V-1001_escritura_Copia legalizada 2026-03-14.pdf`. */
export function readImportName(fileName: string): ReadFields {
  const [code = '', typed, ...rest] = fileName.replace(/\.[^.]{1,5}$/, '').split('_')
  const name = rest.join(' ')
  if (code.trim() === '' || typed === undefined || name.trim() === '') {
    return { refusal: documentImportMessages.name }
  }
  const category = readCategory(typed)
  const { title, date } = readTitle(name)
  return checked({
    code: code.trim(),
    category,
    title: title === '' && isDocumentCategory(category) ? documentCategoryNames[category] : title,
    date,
    visible_to_co_holder: false,
  })
}

/** Reads a row of the index, whose columns are in lower case. Only code, category, title and file are needed. */
export function readIndexRow(row: Record<string, string>): ReadFields {
  const isVisible = readFlag(row.visible_to_co_holder ?? '')
  if (isVisible === null) return { refusal: documentImportMessages.flag }
  return checked({
    code: (row.code ?? '').trim(),
    category: readCategory(row.category ?? ''),
    title: (row.title ?? '').trim(),
    date: readDate(row.date ?? ''),
    visible_to_co_holder: isVisible,
  })
}

/** What staff say of a file that does not match; its date is the one that it says, if it does. */
export interface FileCorrection {
  file: string
  code: string
  category: string
  title: string
}

export function readCorrection(
  { file, code, category, title }: FileCorrection,
  read: ReadFields,
): ReadFields {
  const said =
    'fields' in read ? read.fields : { date: readTitle(file).date, visible_to_co_holder: false }
  const { date, visible_to_co_holder } = said
  return checked({ code: code.trim(), category, title: title.trim(), date, visible_to_co_holder })
}

/** An index.csv with a row for each category, to begin from. */
export function exampleIndex(): string {
  const rows = documentCategories.map((category) => {
    const name = documentCategoryNames[category]
    return ['V-1001', name, `${name} de ejemplo`, '2026-11-26', `${category}.pdf`, 'no']
  })
  return `\uFEFF${[indexColumns, ...rows].map((cells) => cells.join(';')).join('\r\n')}\r\n`
}

function checked(fields: ImportedFields): ReadFields {
  const [wrong] = Object.values(memberDocumentErrors({ ...fields, visible_from: '' }))
  if (wrong) return { refusal: wrong }
  const isCode = fields.code !== '' && !hasInvisible(fields.code)
  return isCode ? { fields } : { refusal: documentImportMessages.unknownSale }
}

/** `deed`, `Escritura` or a word that means it; what is none of them stays as it is. */
function readCategory(text: string): DocumentCategory | string {
  const plain = fold(text)
  const known = documentCategories.find(
    (category) => category === plain || fold(documentCategoryNames[category]) === plain,
  )
  if (known) return known
  const { category } = proposeDocument(`${text}.pdf`)
  return category === 'other' ? text : category
}

/** Also as Excel writes a date in Chile; what is none stays as it is. */
function readDate(text: string): string {
  const typed = text.trim()
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(typed) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : typed
}

const YES = ['si', 'true', 'verdadero', '1', 'x']
const NO = ['', 'no', 'false', 'falso', '0']

function readFlag(text: string): boolean | null {
  const folded = fold(text)
  if (YES.includes(folded)) return true
  return NO.includes(folded) ? false : null
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()
}
