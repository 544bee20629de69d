/** Why a file cannot be joined or shown. */
export type FileProblem =
  | 'password'
  | 'broken_pdf'
  | 'broken_image'
  | 'too_many_pages'
  | 'too_large'
  | 'too_many_pixels'
  | 'hidden_layers'
  | 'undrawn_form'
  | 'too_complex'
  | 'no_page'

/** Crosses from the thread by its properties, since errors lose their class on the way. */
export class FileError extends Error {
  readonly fileProblem: FileProblem
  /** Which of several files it is, from 0. */
  readonly place: number | null

  constructor(fileProblem: FileProblem, place: number | null = null) {
    super(fileProblem)
    this.fileProblem = fileProblem
    this.place = place
  }
}

/** The problem of the file that was drawn; null for any other error. */
export function fileProblemOf(error: unknown): FileProblem | null {
  if (!(error instanceof Error) || !('fileProblem' in error)) return null
  return error.fileProblem as FileProblem
}

/** Which of several files has the problem; null when it is unknown. */
export function placeOfProblem(error: unknown): number | null {
  return error instanceof Error && 'place' in error ? (error.place as number | null) : null
}
