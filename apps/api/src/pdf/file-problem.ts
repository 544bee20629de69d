/** Why a file cannot be joined or shown. */
export type FileProblem =
  | 'password'
  | 'broken_pdf'
  | 'broken_image'
  | 'too_many_pages'
  | 'too_large'
  | 'too_complex'
  | 'no_page'

/** Crosses from the thread by its properties, since errors lose their class on the way. */
export class FileError extends Error {
  readonly fileProblem: FileProblem

  constructor(fileProblem: FileProblem) {
    super(fileProblem)
    this.fileProblem = fileProblem
  }
}

/** The problem of the file that was drawn; null for any other error. */
export function fileProblemOf(error: unknown): FileProblem | null {
  if (!(error instanceof Error) || !('fileProblem' in error)) return null
  return error.fileProblem as FileProblem
}
