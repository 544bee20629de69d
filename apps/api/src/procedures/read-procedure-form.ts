import { type ProcedureForm, procedureFormErrors } from '@carpeta/domain/procedure-rules'
import { InvalidFields } from '../http/errors.ts'
import type { ProcedureContent } from './procedures-store.ts'

/** What staff wrote, without the blanks around it. @throws {InvalidFields} */
export function readProcedureForm(form: ProcedureForm & { is_active: boolean }): ProcedureContent {
  const errors = procedureFormErrors(form)
  if (Object.keys(errors).length > 0) {
    throw new InvalidFields(
      Object.fromEntries(Object.entries(errors).map(([field, sentence]) => [field, [sentence]])),
    )
  }
  return {
    title: form.title.trim(),
    description: form.description.trim(),
    documents: form.documents.map((name) => name.trim()),
    answerHours: form.answer_hours,
    isActive: form.is_active,
  }
}
