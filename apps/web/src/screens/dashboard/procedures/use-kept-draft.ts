import { useEffect, useRef, useState } from 'react'
import { type Asked, saveDraft } from '../../../api/member-requests.ts'

const PAUSE_MS = 700

export interface KeptDraft {
  state: 'untouched' | 'saving' | 'saved' | 'failed'
  /** Keeps this soon, when the typing pauses. */
  keep: (comment: string) => void
  /** From here on the text goes with the request itself. */
  leave: () => Promise<void>
}

/** What is typed is kept on the server, so that it outlives the session and the device. */
export function useKeptDraft(asked: Asked): KeptDraft {
  const [state, setState] = useState<KeptDraft['state']>('untouched')
  const waiting = useRef<string | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  // One after the other: an older text must not arrive last.
  const saving = useRef<Promise<void>>(Promise.resolve())

  function save() {
    clearTimeout(pause.current)
    const comment = waiting.current
    if (comment === null) return
    waiting.current = null
    setState('saving')
    saving.current = saving.current
      .then(() => saveDraft(asked, comment))
      .then(() => setState('saved'))
      .catch(() => setState('failed'))
  }

  const saveNow = useRef(save)
  saveNow.current = save

  // Whoever leaves the form or puts the phone away does not wait for the pause.
  useEffect(() => {
    const saveWhenHidden = () => document.visibilityState === 'hidden' && saveNow.current()
    document.addEventListener('visibilitychange', saveWhenHidden)
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden)
      saveNow.current()
    }
  }, [])

  return {
    state,
    keep: (comment) => {
      waiting.current = comment
      clearTimeout(pause.current)
      pause.current = setTimeout(() => saveNow.current(), PAUSE_MS)
    },
    leave: () => {
      waiting.current = null
      clearTimeout(pause.current)
      return saving.current
    },
  }
}
