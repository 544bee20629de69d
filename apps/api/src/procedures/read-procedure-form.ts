import { type ProcedureForm, procedureFormErrors } from '@carpeta/domain/requests/procedure-rules'
import { refuseFields } from '../http/errors.ts'
import type { ProcedureContent } from './procedures-store.ts'

/** Validates and trims the form. @throws {InvalidFields} */
export function readProcedureForm(form: ProcedureForm & { is_active: boolean }): ProcedureContent {
  refuseFields(procedureFormErrors(form))
  return {
    title: form.title.trim(),
    description: form.description.trim(),
    documents: form.documents.map((name) => name.trim()),
    answerHours: form.answer_hours,
    isActive: form.is_active,
  }
}
