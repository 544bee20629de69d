export const MAX_FILE_MB = 10
export const BYTES_PER_MB = 1_048_576
/** A member's uploads in a day; removed files count too. */
export const MAX_UPLOADS_A_DAY = 200
export const MAX_UPLOADED_MB_A_DAY = 500
export const acceptedExtensions = ['.pdf', '.png', '.jpg', '.jpeg'] as const

export const documentMessages = {
  tooLarge: `El tamaño del archivo no debe ser superior a ${MAX_FILE_MB}MB`,
  required: 'Campo obligatorio',
  type: 'Tipo de archivo no permitido. Se aceptan .pdf, .png, .jpg y .jpeg',
  commentRequired: 'Ingrese un comentario',
  infected: 'El archivo parece tener un virus y no lo recibimos. Revísalo o envía otro.',
  notScanned: 'No pudimos revisar el archivo. Inténtalo más tarde.',
  notStored: 'No pudimos guardar el archivo. Inténtalo más tarde.',
  notRead: 'No pudimos leer el archivo. Inténtalo más tarde.',
  tooManyToday: 'Ya subiste demasiados archivos hoy. Inténtalo de nuevo mañana.',
} as const

/** `missing` counts the documents still to be chosen (docs/specification.md §10.63). */
export function missingDocumentsMessage(missing: number): string {
  return `Faltan ${missing} documentos`
}

export function tooManyDocumentsMessage(maximum: number): string {
  return `El máximo número de documentos permitidos es ${maximum}`
}

export function documentsLabel(required: number): string {
  return required === 1 ? '1 documento requerido' : `${required} documentos requeridos`
}

interface ChosenFile {
  name: string
  size: number
}

export function isAcceptedFile(name: string): boolean {
  const lowerCase = name.toLowerCase()
  return acceptedExtensions.some((extension) => lowerCase.endsWith(extension))
}

export function isFileTooLarge(size: number): boolean {
  return size > MAX_FILE_MB * BYTES_PER_MB
}

/** Each sentence at most once. Exactly `required` files are valid (docs/specification.md §5.21). */
export function documentErrors(files: readonly ChosenFile[], required: number): string[] {
  const errors = countErrors(files.length, required)
  if (files.some((file) => isFileTooLarge(file.size))) errors.push(documentMessages.tooLarge)
  if (!files.every((file) => isAcceptedFile(file.name))) errors.push(documentMessages.type)
  return errors
}

function countErrors(chosen: number, required: number): string[] {
  if (chosen > required) return [tooManyDocumentsMessage(required)]
  if (chosen === required) return []
  return [required === 1 ? documentMessages.required : missingDocumentsMessage(required - chosen)]
}

/** A procedure without documents requires a comment (docs/specification.md §5.25). */
export function commentError(
  procedure: { documentAmount: number },
  comment: string,
): string | null {
  const needed = procedure.documentAmount === 0 && comment.trim() === ''
  return needed ? documentMessages.commentRequired : null
}
