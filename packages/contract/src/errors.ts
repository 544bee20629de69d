import { invalid, type Refusal, refusal, required } from '@carpeta/domain/errors/refusal'
import { z } from 'zod'
import { sentence } from './endpoint.ts'

/** One sentence for the user, or several (docs/specification.md §11.2). */
const sentences = z.array(sentence)

/** Sentences by field; `__all__` for the form as a whole. */
const fieldErrors = z.record(z.string(), sentences)

/** For programs; the web shows its own message. */
const detail = z.object({ detail: z.string() })

const errorBody = z.union([sentence, sentences, detail, fieldErrors])

/** The standard error answers, to spread into a route's `response`. */
export const errorResponses = {
  400: errorBody,
  401: detail,
  403: detail,
  404: detail,
  408: sentence,
  413: sentence,
  415: detail,
  429: sentence,
  500: detail,
  503: sentence,
}

/** Sentences for values that a schema refuses. */
const schemaMessages = {
  required: 'Este campo es requerido.',
  null: 'Este campo no puede ser nulo.',
  invalid: 'Valor no válido.',
  tooLong: (maximum: number) =>
    `Asegúrese de que este campo no tenga más de ${maximum} caracteres.`,
} as const

export function unknownKey(id: number): Refusal {
  return invalid(`Clave primaria "${id}" inválida - objeto no existe.`)
}

/** The refusal of what a schema found: zod's own code says what, and its message has the sentence. */
export function schemaRefusal({ keyword, params, message = '' }: SchemaFault): Refusal {
  if (message === schemaMessages.required || message === schemaMessages.null) {
    return required(message)
  }
  const isTooLong = keyword === 'too_big' && params.origin === 'string'
  return isTooLong ? refusal('too_long', message) : invalid(message)
}

export interface SchemaFault {
  keyword: string
  params: Record<string, unknown>
  message?: string
}

const expectedMessages: Record<string, string> = {
  string: 'No es una cadena válida.',
  boolean: 'Debe ser un booleano válido.',
  number: 'Introduzca un número entero válido.',
  int: 'Introduzca un número entero válido.',
  object: 'Datos inválidos.',
  array: 'Datos inválidos.',
}

export function spanishIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return schemaMessages.required
    if (issue.input === null) return schemaMessages.null
    return expectedMessages[issue.expected] ?? schemaMessages.invalid
  }
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return schemaMessages.tooLong(Number(issue.maximum))
  }
  return schemaMessages.invalid
}
