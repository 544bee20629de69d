import { invalid, type Refusal, refusal, required, tooMany } from '../errors/refusal.ts'
import { hasInvisible, nameError, nameMessages } from '../people/name-rules.ts'

/** Limits for a procedure of the catalogue. */
export const procedureLimits = {
  title: 200,
  description: 5000,
  documents: 10,
  documentName: 200,
  /** Business hours until the answer. */
  answerHours: 500,
  /** Without those in the trash: staff put all of them in an order. */
  procedures: 200,
} as const

export const DEFAULT_ANSWER_HOURS = 30

export const procedureMessages = {
  title: required('Ingresa título'),
  description: required('Ingresa descripción'),
  isDataSubjectRequest: refusal(
    'is_right',
    'Es un derecho de las personas sobre sus datos: se pueden cambiar sus textos, y nada más.',
  ),
  changedMeanwhile: refusal(
    'changed_meanwhile',
    'Otra persona cambió este trámite mientras lo editabas. Copia tu texto, actualiza y vuelve a intentarlo.',
  ),
  tooMany: tooMany(
    `Hay ${procedureLimits.procedures} trámites, y no caben más. Elimina o junta algunos.`,
  ),
  documentName: required('Ingresa el nombre de cada documento'),
  tooManyDocuments: tooMany(
    `El máximo número de documentos permitidos es ${procedureLimits.documents}`,
  ),
  answerHours: invalid(`Ingresa un plazo entre 1 y ${procedureLimits.answerHours} horas hábiles`),
} as const

export interface ProcedureForm {
  title: string
  description: string
  /** The name of each required document, in order. */
  documents: string[]
  answer_hours: number
}

/** Keyed like the server's 400. */
type ProcedureFormErrors = Partial<Record<keyof ProcedureForm, Refusal>>

/** All failures, not only the first. */
export function procedureFormErrors(form: ProcedureForm): ProcedureFormErrors {
  const errors: ProcedureFormErrors = {}
  const { title, description, documents, answerHours } = procedureLimits
  // Emails about a request name its procedure.
  const titleError = nameError(form.title.trim(), title)
  if (isBlankOrLong(form.title, title)) errors.title = procedureMessages.title
  else if (titleError !== null) errors.title = titleError
  if (isBlankOrLong(form.description, description)) {
    errors.description = procedureMessages.description
  }
  if (form.documents.length > documents) errors.documents = procedureMessages.tooManyDocuments
  else if (form.documents.some((name) => isBlankOrLong(name, procedureLimits.documentName))) {
    errors.documents = procedureMessages.documentName
  } else if (form.documents.some((name) => hasInvisible(name.trim()))) {
    errors.documents = nameMessages.invisible
  }
  const hours = form.answer_hours
  if (!Number.isInteger(hours) || hours < 1 || hours > answerHours) {
    errors.answer_hours = procedureMessages.answerHours
  }
  return errors
}

function isBlankOrLong(text: string, maximum: number): boolean {
  return text.trim() === '' || text.length > maximum
}
