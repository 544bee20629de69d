import { useEffect, useRef, useState } from 'react'
import { type Asked, saveDraft } from '../../../api/member-requests.ts'

const PAUSE_MS = 700
/** Whoever wants to send does not wait for a network that does not answer. */
const PATIENCE_MS = 5000

export type DraftState =
  | { name: 'untouched' | 'saving' | 'saved' }
  | { name: 'failed'; error: unknown }

export interface KeptDraft {
  state: DraftState
  /** Keeps this soon, when the typing pauses. */
  keep: (comment: string) => void
  /** From here on the text goes with the request itself. Resolves when nothing is on its way. */
  leave: () => Promise<void>
}

/** What is typed is kept on the server, so that it outlives the session and the device. */
export function useKeptDraft(asked: Asked): KeptDraft {
  const [state, setState] = useState<DraftState>({ name: 'untouched' })
  const waiting = useRef<string | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  // One after the other: an older text must not arrive last.
  const saving = useRef<Promise<void>>(Promise.resolve())
  const call = useRef<AbortController>(undefined)

  function save() {
    clearTimeout(pause.current)
    const comment = waiting.current
    if (comment === null) return
    waiting.current = null
    setState({ name: 'saving' })
    saving.current = saving.current.then(() => attempt(comment))
  }

  async function attempt(comment: string) {
    const now = new AbortController()
    call.current = now
    try {
      await saveDraft(asked, comment, now.signal)
      setState({ name: 'saved' })
    } catch (error) {
      if (now.signal.aborted) return
      // Still to be kept, unless something newer is.
      waiting.current ??= comment
      setState({ name: 'failed', error })
    }
  }

  const saveNow = useRef(save)
  saveNow.current = save

  // Whoever leaves the form or puts the phone away does not wait for the pause; and what could not
  // be kept is tried again with the network.
  useEffect(() => {
    const saveWaiting = () => saveNow.current()
    const saveWhenHidden = () => document.visibilityState === 'hidden' && saveWaiting()
    document.addEventListener('visibilitychange', saveWhenHidden)
    window.addEventListener('online', saveWaiting)
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden)
      window.removeEventListener('online', saveWaiting)
      saveWaiting()
    }
  }, [])

  return {
    state,
    keep: (comment) => {
      waiting.current = comment
      clearTimeout(pause.current)
      pause.current = setTimeout(() => saveNow.current(), PAUSE_MS)
    },
    leave: async () => {
      waiting.current = null
      clearTimeout(pause.current)
      const patience = setTimeout(() => call.current?.abort(), PATIENCE_MS)
      await saving.current
      clearTimeout(patience)
      waiting.current = null
    },
  }
}
