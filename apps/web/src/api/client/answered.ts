import type { Endpoint, Shape } from '@carpeta/contract/endpoint'
import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { ApiError } from './api-error.ts'
import { call, type InputArgument } from './client.ts'

/** For a call that must have an answer: a session that has ended gives none, and nothing was done. */
export async function answered<S extends Shape>(
  endpoint: Endpoint<S>,
  ...input: InputArgument<S>
): Promise<S['answer']> {
  const answer = await call(endpoint, ...input)
  if (typeof answer === 'object' && answer !== null) return answer
  throw new ApiError(0, answer, unknownErrorMessage)
}

/** The query of a list that is short enough to be read whole. */
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
