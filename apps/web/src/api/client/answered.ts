import type { Endpoint, Shape } from '@carpeta/contract/endpoint'
import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { ApiError } from './api-error.ts'
import { call, type InputArgument } from './client.ts'

/** Like `call`, but throws when there is no answer because the session has ended. */
export async function answered<S extends Shape>(
  endpoint: Endpoint<S>,
  ...input: InputArgument<S>
): Promise<S['answer']> {
  const answer = await call(endpoint, ...input)
  if (typeof answer === 'object' && answer !== null) return answer
  throw new ApiError(200, answer, unknownErrorMessage)
}

/** A call whose answer tells nothing, and may be empty. Throws when the session has ended. */
export async function perform<S extends Shape>(
  endpoint: Endpoint<S>,
  ...input: InputArgument<S>
): Promise<void> {
  if ((await call(endpoint, ...input)) === null) throw new ApiError(200, null, unknownErrorMessage)
}

/** The query for a short list in one page. */
const ALL = { page: '1', pageSize: '999', orderBy: '', orderDesc: '' }

interface AllShape<Row> extends Shape {
  params: undefined
  query: Partial<typeof ALL>
  body: undefined
  takesFile: false
  answer: { results?: Row[] }
}

/** Every row of a short list. */
export async function everyRow<Row>(
  list: Endpoint<AllShape<Row>>,
  signal: AbortSignal,
): Promise<Row[]> {
  return (await answered(list, { query: ALL, signal })).results ?? []
}
