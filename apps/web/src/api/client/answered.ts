import type { Endpoint } from '@carpeta/contract/endpoints'
import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { ApiError } from './api-error.ts'
import { type Answer, call, type InputArgument } from './client.ts'

/** Like `call`, but throws when there is no answer because the session has ended. */
export async function answered<E extends Endpoint>(
  endpoint: E,
  ...input: InputArgument<E>
): Promise<Answer<E>> {
  const answer = await call(endpoint, ...input)
  if (typeof answer === 'object' && answer !== null) return answer
  throw new ApiError(200, answer, unknownErrorMessage)
}

/** A call whose answer tells nothing, and may be empty. Throws when the session has ended. */
export async function perform<E extends Endpoint>(
  endpoint: E,
  ...input: InputArgument<E>
): Promise<void> {
  if ((await call(endpoint, ...input)) === null) throw new ApiError(200, null, unknownErrorMessage)
}

/** The query for a short list in one page. */
const ALL = { page: '1', pageSize: '999', orderBy: '', orderDesc: '' }

type RowOf<E extends Endpoint> = Answer<E> extends { results: (infer Row)[] } ? Row : never

/** Every row of a short list. */
export async function everyRow<E extends Endpoint>(
  list: E,
  signal: AbortSignal,
): Promise<RowOf<E>[]> {
  // Every list takes the query of this one.
  const { results } = await answered(list as 'GET /api/procedures/', { query: ALL, signal })
  return (results ?? []) as unknown[] as RowOf<E>[]
}
