import { isErrorText } from '@carpeta/domain/errors/error-messages'
import { ApiError } from './api-error.ts'

// A 400 may be an object. Only forms, and the dialog of a restored row, show its values (docs/specification.md §8).

export interface Refusal {
  /** The first sentence for each field, by the server's name. */
  fields: Record<string, string>
  /** The sentences under `__all__`. */
  general: string[]
}

/**
 * The errors of a 400 by field, or null for any other error. A nested field keeps its own name:
 * `profile.social_security` is `social_security`.
 */
export function refusalIn(error: unknown): Refusal | null {
  const sentences = sentencesOf(error)
  if (sentences.length === 0) return null
  const refusal: Refusal = { fields: {}, general: [] }
  for (const { field, text } of sentences) {
    if (field === '__all__') refusal.general.push(text)
    else refusal.fields[field] ??= text
  }
  return refusal
}

/** Every sentence of a 400 by field, for where there are no fields to show them on. */
export function refusalLines(error: unknown): string[] {
  return sentencesOf(error).map(({ field, text }) => namingField(field, text))
}

/** Every value of a 400, which a refused restore shows: of an object or of a list. */
export function valuesIn(error: unknown): string[] {
  const isList = error instanceof ApiError && error.status === 400 && Array.isArray(error.body)
  return isList ? (error.body as unknown[]).filter(isErrorText) : refusalLines(error)
}

interface Sentence {
  field: string
  text: string
}

function sentencesOf(error: unknown): Sentence[] {
  return error instanceof ApiError && error.status === 400 ? sentencesIn(error.body) : []
}

/** `detail` is for programs. */
function sentencesIn(body: unknown): Sentence[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return []
  return Object.entries(body).flatMap(([field, value]) => {
    if (field === 'detail') return []
    const texts = [value].flat().filter(isErrorText)
    return texts.length > 0 ? texts.map((text) => ({ field, text })) : sentencesIn(value)
  })
}

const fieldNames: Record<string, string> = {
  email: 'Correo',
  first_name: 'Nombre',
  group_ids: 'Grupos',
  last_name: 'Apellido',
  name: 'Nombre',
  old_password: 'Contraseña actual',
  password: 'Contraseña',
  reason: 'Motivo',
  social_security: 'Rut',
  title: 'Título',
}

/** 'Este campo es requerido.' and its like do not say of which field they speak. */
export function namingField(field: string, text: string): string {
  const isNameless = /^Este campo|este campo|^(No es una|Debe ser|Introduzca|Valor no) /.test(text)
  return isNameless ? `${fieldNames[field] ?? field}: ${text}` : text
}
