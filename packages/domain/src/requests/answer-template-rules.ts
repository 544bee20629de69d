export const answerTemplateMessages = {
  title: 'Ingresa título',
  titleTaken: 'Ya existe una plantilla con este título',
  body: 'Ingresa texto',
} as const

export interface AnswerTemplateForm {
  title: string
  body: string
}

/** All failures, keyed like the server's 400. */
export function answerTemplateErrors(
  form: AnswerTemplateForm,
): Partial<Record<keyof AnswerTemplateForm, string>> {
  const errors: Partial<Record<keyof AnswerTemplateForm, string>> = {}
  if (form.title.trim() === '') errors.title = answerTemplateMessages.title
  if (form.body.trim() === '') errors.body = answerTemplateMessages.body
  return errors
}
