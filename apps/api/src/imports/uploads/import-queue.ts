export const RUN_IMPORT = 'run_import'
export const REMOVE_EXPORTS = 'remove_exports'

/** One import at a time, in the order of their arrival. */
export const IMPORTS_QUEUE = 'imports'

export interface RunImport {
  /** Of the uploaded export. */
  id: number
  /** The emails to members wait until staff send them. */
  pauseEmails?: boolean
  /** The user who applies it, if it is another one than who uploaded it. */
  appliedBy?: number
}
