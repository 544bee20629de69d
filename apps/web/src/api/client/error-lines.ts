import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { ApiError } from './api-error.ts'

const MAX_LINE = 500

/** Every sentence of a 400 at any depth, or the message of any other error. */
export function errorLines(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [unknownErrorMessage]
  const lines = error.status === 400 ? sentencesIn(error.body) : []
  return lines.length > 0 ? lines : [error.message]
}

function sentencesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() && value.length < MAX_LINE ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(sentencesIn)
}
