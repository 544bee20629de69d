import { z } from 'zod'

/** One sentence for the person, as a bare JSON string or the first of a list (spec §8). */
export const sentence = z.string().max(499)
export const sentences = z.array(sentence)

/** Sentences by field; `__all__` for the form as a whole. */
export const fieldErrors = z.record(z.string(), sentences)

/** What only programs read: the client shows its own words instead. */
export const detail = z.object({ detail: z.string() })

export const errorBody = z.union([sentence, sentences, detail, fieldErrors])

/** The standard error answers, to spread into a route's `response`. */
export const errorResponses = {
  400: errorBody,
  401: detail,
  403: detail,
  404: detail,
  413: sentence,
  415: detail,
  429: sentence,
  500: detail,
  503: sentence,
}

const expectedMessages: Record<string, string> = {
  string: 'No es una cadena válida.',
  boolean: 'Debe ser un booleano válido.',
  number: 'Introduzca un número entero válido.',
  int: 'Introduzca un número entero válido.',
  object: 'Datos inválidos.',
  array: 'Datos inválidos.',
}

/** The texts of wire.md §4 for what a schema refuses. */
export function spanishIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'Este campo es requerido.'
    if (issue.input === null) return 'Este campo no puede ser nulo.'
    return expectedMessages[issue.expected] ?? 'Valor no válido.'
  }
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return `Asegúrese de que este campo no tenga más de ${issue.maximum} caracteres.`
  }
  return 'Valor no válido.'
}
