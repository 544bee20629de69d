export interface PartProps {
  /** Tells the user what was done. */
  onDone: (message: string) => void
}
