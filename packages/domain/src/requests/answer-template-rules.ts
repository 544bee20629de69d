export const answerTemplateMessages = {
  title: 'Ingrese título',
  titleTaken: 'Ya existe una plantilla con este título',
  body: 'Ingrese texto',
} as const

export interface AnswerTemplateForm {
  title: string
  body: string
}

/** Keyed as the server keys its own 400. All failures, not only the first. */
export function answerTemplateErrors(
  form: AnswerTemplateForm,
): Partial<Record<keyof AnswerTemplateForm, string>> {
  const errors: Partial<Record<keyof AnswerTemplateForm, string>> = {}
  if (form.title.trim() === '') errors.title = answerTemplateMessages.title
  if (form.body.trim() === '') errors.body = answerTemplateMessages.body
  return errors
}
