/** Why files cannot become one PDF. */
export type JoinProblem =
  | 'password'
  | 'broken_pdf'
  | 'broken_image'
  | 'too_many_pages'
  | 'too_large'

/** Crosses from the thread by its properties, since errors lose their class on the way. */
export class JoinError extends Error {
  readonly joinProblem: JoinProblem

  constructor(joinProblem: JoinProblem) {
    super(joinProblem)
    this.joinProblem = joinProblem
  }
}

/** The problem that a thread reported; null for any other error. */
export function joinProblemOf(error: unknown): JoinProblem | null {
  if (!(error instanceof Error) || !('joinProblem' in error)) return null
  return error.joinProblem as JoinProblem
}
