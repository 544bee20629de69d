type Ask = () => Promise<boolean>

/** What a call needs of the user before it can go on; concurrent calls ask once. */
class Question {
  #ask: Ask | undefined
  #asking: Promise<boolean> | undefined

  /** Sets how the user is asked; the member area calls this once it is mounted. */
  onAsked(ask: Ask): () => void {
    this.#ask = ask
    return () => {
      this.#ask = undefined
    }
  }

  /** Resolves to whether the user did it. */
  ask(): Promise<boolean> {
    this.#asking ??= (this.#ask?.() ?? Promise.resolve(false)).finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }
}

/** Confirms who they are, for what needs a recent login. */
export const confirmation = new Question()
/** Logs in again where they are, once the session has ended. */
export const newLogin = new Question()
