import { type Refusal, refusal, required, tooMany } from '../errors/refusal.ts'
import { formatDecimal } from '../money/money.ts'

export const MAX_FILE_MB = 10
export const BYTES_PER_MB = 1_048_576
/** A member's uploads in a day; removed files count too. */
export const MAX_UPLOADS_A_DAY = 200
export const MAX_UPLOADED_MB_A_DAY = 500
/** The files that the server joins into one document: how many, their size, and the pages they make. */
export const MAX_SLOT_FILES = 10
export const MAX_SLOT_MB = 20
export const MAX_JOINED_PAGES = 100
/** The decoded pixels of their PNG images, which joining has to compress again. */
const MAX_SLOT_PIXEL_MB = 120
/** Of a longer PDF these pages are shown. */
export const MAX_SHOWN_PAGES = 100
/** Why staff reject a document. */
export const MAX_REJECTION_REASON = 1000
export const acceptedExtensions = ['.pdf', '.png', '.jpg', '.jpeg'] as const

const TYPE_TEXT = 'Tipo de archivo no permitido. Se aceptan .pdf, .png, .jpg y .jpeg'

export const documentMessages = {
  tooLarge: refusal('too_large', `El tamaño del archivo no debe ser superior a ${MAX_FILE_MB}MB`),
  required: required('Campo obligatorio'),
  empty: refusal('file_unreadable', 'Este archivo está vacío. Guárdalo de nuevo o elige otro.'),
  type: refusal('file_type', TYPE_TEXT),
  heic: refusal(
    'file_type',
    'No podemos abrir esta foto HEIC. Toma otra desde aquí o guárdala como JPG.',
  ),
  webp: refusal(
    'file_type',
    'Esta imagen es WebP y no todos los equipos la abren. Ábrela y guárdala como JPG.',
  ),
  otherImage: refusal('file_type', `${TYPE_TEXT}. Guarda esta imagen como JPG.`),
  otherDocument: refusal('file_type', `${TYPE_TEXT}. Guarda este documento como PDF.`),
  archive: refusal('file_type', `${TYPE_TEXT}. Sube los archivos sin comprimir.`),
  pdfPassword: refusal(
    'file_unreadable',
    'Este PDF pide una contraseña. Guarda una copia sin contraseña y elige esa.',
  ),
  pdfBroken: refusal(
    'file_unreadable',
    'No pudimos abrir este PDF: parece dañado. Guárdalo o escanéalo de nuevo.',
  ),
  photoPixels: refusal(
    'too_large',
    'Esta foto tiene demasiados puntos. Guárdala más pequeña, o toma otra con menos resolución.',
  ),
  imageBroken: refusal(
    'file_unreadable',
    'No pudimos abrir esta imagen. Tómala de nuevo o guárdala como JPG.',
  ),
  imageUnusual: refusal(
    'file_unreadable',
    'Esta imagen JPG está guardada de un modo que casi ningún equipo abre. Ábrela con el programa que la hizo y guárdala como JPG común o PNG.',
  ),
  imagePixels: refusal(
    'too_large',
    'Esta imagen tiene demasiados puntos. Guárdala como JPG, o escanéala con menos resolución.',
  ),
  slotTooLarge: refusal(
    'too_large',
    `Los archivos de un documento no deben superar los ${MAX_SLOT_MB}MB entre todos`,
  ),
  slotPixels: refusal(
    'too_large',
    'Las imágenes PNG de un documento son demasiado grandes entre todas. Guárdalas como JPG.',
  ),
  joinTooComplex: refusal(
    'file_unreadable',
    'Este archivo es demasiado pesado para abrirlo. Guárdalo como JPG o como un PDF más simple.',
  ),
  shownPassword: refusal(
    'file_unreadable',
    'Este PDF pide una contraseña y no se puede mostrar. Pide una copia sin contraseña.',
  ),
  shownBroken: refusal(
    'file_unreadable',
    'Este PDF parece dañado y no se puede mostrar. Descárgalo o pide que lo envíen de nuevo.',
  ),
  shownTooComplex: refusal(
    'file_unreadable',
    'Este documento es demasiado pesado para mostrarlo aquí. Descárgalo.',
  ),
  shownPages: tooMany(
    `Aquí se muestran las primeras ${MAX_SHOWN_PAGES} páginas. Descarga el documento para ver las demás.`,
  ),
  tooManyPages: tooMany(
    `Los archivos de un documento pueden tener hasta ${MAX_JOINED_PAGES} páginas entre todos`,
  ),
  tooManySlotFiles: tooMany(`Un documento puede tener hasta ${MAX_SLOT_FILES} archivos`),
  surplus: tooMany(
    'Hay archivos que este trámite ya no pide. Muévelos a otro documento o quítalos antes de enviar.',
  ),
  commentRequired: required('Ingrese un comentario'),
  infected: refusal(
    'file_infected',
    'El archivo parece tener un virus y no lo recibimos. Revísalo o envía otro.',
  ),
  notScanned: refusal('storage_failed', 'No pudimos revisar el archivo. Inténtalo más tarde.'),
  notStored: refusal('storage_failed', 'No pudimos guardar el archivo. Inténtalo más tarde.'),
  notRead: refusal('storage_failed', 'No pudimos leer el archivo. Inténtalo más tarde.'),
  tooManyToday: 'Ya subiste demasiados archivos hoy. Inténtalo de nuevo mañana.',
} as const

/** `missing` counts the documents still to be chosen (docs/specification.md §10.63). */
export function missingDocumentsMessage(missing: number): Refusal {
  return required(missing === 1 ? 'Falta 1 documento' : `Faltan ${missing} documentos`)
}

export function tooManyDocumentsMessage(maximum: number): Refusal {
  return tooMany(`El máximo número de documentos permitidos es ${maximum}`)
}

export function documentsLabel(required: number): string {
  return required === 1 ? '1 documento requerido' : `${required} documentos requeridos`
}

/** Whether staff named it so that its photo has a back: 'Cédula de identidad, por ambos lados'. */
export function isTwoSided(title: string): boolean {
  return /(ambos|ambas|dos) (lados|caras)|reverso|dorso|anverso/i.test(title)
}

export const TWO_SIDES = 'Frente y reverso: puedes agregar dos fotos, una después de la otra.'

/** What a request may have besides its required documents, and its title. */
export const OPTIONAL_FILES = 'Fotos o documentos'
export const OPTIONAL_LABEL = 'Puedes adjuntar fotos o documentos (opcional)'
/** Below documents that have to be replaced. */
export const OPTIONAL_LABEL_BESIDE = 'Otras fotos o documentos (opcional)'
/** Opens them. */
export const ADD_FURTHER = 'Agregar otra foto o documento'

/** The same if there are no others. */
export const ADD_FILE = 'Agregar foto o documento'

/** @param position behind the required ones: optional files */
export function documentTitle(required: readonly string[], position: number): string {
  return required[position] ?? OPTIONAL_FILES
}

interface ChosenFile {
  name: string
  size: number
}

/** Why a file cannot be chosen; null when it can. */
export function fileError({ name, size }: ChosenFile): Refusal | null {
  if (!isAcceptedFile(name)) return typeRefusal(name)
  return isFileTooLarge(size) ? documentMessages.tooLarge : null
}

/** What people have instead, by their names and by the types of their content. */
const otherTypes: [refusal: Refusal, names: RegExp, mimes: RegExp][] = [
  [documentMessages.heic, /\.hei[cf]$/i, /^image\/hei[cf]/],
  [documentMessages.webp, /\.webp$/i, /^image\/webp$/],
  [documentMessages.otherImage, /\.(gif|tiff?|bmp|avif|jxl|jp2|psd|svg)$/i, /^image\//],
  [
    documentMessages.otherDocument,
    /\.(docx?|odt|rtf|txt|pages|xlsx?|ods|csv|numbers|pptx?|odp|html?|eml|msg)$/i,
    /officedocument|opendocument|x-cfb|rtf|postscript/,
  ],
  [documentMessages.archive, /\.(zip|rar|7z|gz|tar)$/i, /zip|rar|7z|x-tar/],
]

/**
 * What to do with a file of another type; its content tells more than its name, where it is known. A letter may
 * look like a zip.
 */
export function typeRefusal(name: string, mime: string | null = null): Refusal {
  const byName = otherTypes.find(([, names]) => names.test(name))?.[0]
  const byContent = otherTypes.find(([, , mimes]) => mime !== null && mimes.test(mime))?.[0]
  const isPlainer = byContent === documentMessages.archive || mime === null
  return (isPlainer ? (byName ?? byContent) : byContent) ?? documentMessages.type
}

/** Of a file whose content is of another accepted type than its name says. @param type 'PDF', 'PNG' or 'JPG' */
export function misnamedMessage(name: string, type: string): Refusal {
  const text = `El archivo se llama ${extensionOf(name)} y es un ${type}. Cambia el final de su nombre a .${type.toLowerCase()}.`
  return refusal('file_type', text)
}

/** Of a PDF whose hidden layers would be shown once it is joined with other files. */
export function hiddenLayersMessage(name: string): Refusal {
  return refusal(
    'file_unreadable',
    `El PDF «${name}» tiene capas ocultas, que quedarían a la vista al unirlo con otros archivos. Súbelo solo, o imprímelo como PDF y elige esa copia.`,
  )
}

/** Of a PDF with a form whose values would be gone once it is joined with other files. */
export function undrawnFormMessage(name: string): Refusal {
  return refusal(
    'file_unreadable',
    `El PDF «${name}» es un formulario, y lo escrito en él podría no verse al unirlo con otros archivos. Súbelo solo, o imprímelo como PDF y elige esa copia.`,
  )
}

/** Why the files of a required document do not become one, which is known when it is sent. */
export function joinRefusal(title: string, { code, text }: Refusal): Refusal {
  return refusal(code, `No pudimos unir los archivos de «${title}». ${text}`)
}

/** In small letters, with its dot; empty without one. */
export function extensionOf(name: string): string {
  return /\.[^.]*$/.exec(name.toLowerCase())?.[0] ?? ''
}

/** Why files cannot be joined into one document; null when they can. The browser does not know `pixelBytes`. */
export function slotFilesError(
  files: readonly { size: number; pixelBytes?: number }[],
): Refusal | null {
  if (files.length > MAX_SLOT_FILES) return documentMessages.tooManySlotFiles
  // A single file is not joined, and has the limit of a file.
  if (files.length < 2) return null
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > MAX_SLOT_MB * BYTES_PER_MB) return documentMessages.slotTooLarge
  const pixels = files.reduce((sum, { pixelBytes = 0 }) => sum + pixelBytes, 0)
  return pixels > MAX_SLOT_PIXEL_MB * BYTES_PER_MB ? documentMessages.slotPixels : null
}

export function isAcceptedFile(name: string): boolean {
  return acceptedExtensions.some((extension) => extension === extensionOf(name))
}

function isFileTooLarge(size: number): boolean {
  return size > MAX_FILE_MB * BYTES_PER_MB
}

/** Each sentence at most once. Exactly `required` files are valid (docs/specification.md §5.21). */
export function documentErrors(files: readonly ChosenFile[], required: number): Refusal[] {
  const errors = countErrors(files.length, required)
  if (files.some((file) => isFileTooLarge(file.size))) errors.push(documentMessages.tooLarge)
  const wrong = files.filter(({ name }) => !isAcceptedFile(name))
  return [...errors, ...new Set(wrong.map(({ name }) => typeRefusal(name)))]
}

/** At most one sentence. Exactly as many as required are valid. */
export function countErrors(chosen: number, required: number): Refusal[] {
  if (chosen > required) return [tooManyDocumentsMessage(required)]
  if (chosen === required) return []
  return [required === 1 ? documentMessages.required : missingDocumentsMessage(required - chosen)]
}

/** A procedure without documents requires a comment (docs/specification.md §5.25). */
export function commentError(
  procedure: { documentAmount: number },
  comment: string,
): Refusal | null {
  const needed = procedure.documentAmount === 0 && comment.trim() === ''
  return needed ? documentMessages.commentRequired : null
}

/** '1,2 MB', '340 kB'. */
export function fileSize(bytes: number): string {
  if (bytes < BYTES_PER_MB) return `${Math.max(1, Math.round(bytes / 1024))} kB`
  const megabytes = (bytes / BYTES_PER_MB).toFixed(2)
  return `${formatDecimal(megabytes, { decimals: 1, dropTrailingZeros: true })} MB`
}
