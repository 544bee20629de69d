import type { Answer } from '../visitor.ts'

export type StatusAndBody = Pick<Answer, 'status' | 'body'>

/** The part of an answer that most tests compare. */
export async function statusAndBody(call: Promise<StatusAndBody>): Promise<StatusAndBody> {
  const { status, body } = await call
  return { status, body }
}
