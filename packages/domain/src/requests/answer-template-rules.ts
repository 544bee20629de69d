import { type Refusal, refusal, required, taken, tooMany } from '../errors/refusal.ts'
import { hasInvisible, nameMessages } from '../people/name-rules.ts'

export const MAX_TEMPLATE_TITLE = 200
/** The list has no pages, as it is a menu. */
export const MAX_TEMPLATES = 100

export const answerTemplateMessages = {
  title: required('Ingresa título'),
  titleTaken: taken('Ya existe una plantilla con este título'),
  body: required('Ingresa texto'),
  tooMany: tooMany(`Hay ${MAX_TEMPLATES} plantillas, y no caben más. Elimina o junta algunas.`),
  changedMeanwhile: refusal(
    'changed_meanwhile',
    'Otra persona cambió esta plantilla mientras la editabas. Copia tu texto, actualiza y vuelve a intentarlo.',
  ),
  changedBeforeRemoval: refusal(
    'changed_meanwhile',
    'Otra persona cambió esta plantilla mientras la mirabas. Actualiza antes de eliminarla.',
  ),
} as const

export interface AnswerTemplateForm {
  title: string
  body: string
}

/** All failures, keyed like the server's 400. */
export function answerTemplateErrors(
  form: AnswerTemplateForm,
): Partial<Record<keyof AnswerTemplateForm, Refusal>> {
  const errors: Partial<Record<keyof AnswerTemplateForm, Refusal>> = {}
  const title = form.title.trim()
  if (title === '') errors.title = answerTemplateMessages.title
  else if (hasInvisible(title)) errors.title = nameMessages.invisible
  if (form.body.trim() === '') errors.body = answerTemplateMessages.body
  return errors
}
