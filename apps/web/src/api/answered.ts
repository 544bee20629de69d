import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { ApiError } from './api-error.ts'
import { type CallOptions, call, type Method } from './client.ts'

/** For a call that must have an answer: a session that has ended gives none, and nothing was done. */
export async function answered<Answer>(
  method: Method,
  path: string,
  options?: CallOptions,
): Promise<Answer> {
  const answer = await call(method, path, options)
  if (typeof answer === 'object' && answer !== null) return answer as Answer
  throw new ApiError(0, answer, unknownErrorMessage)
}
