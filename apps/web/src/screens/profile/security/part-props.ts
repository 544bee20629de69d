export interface PartProps {
  /** Tells the user, in this part, what was done. */
  onDone: (message: string) => void
}
