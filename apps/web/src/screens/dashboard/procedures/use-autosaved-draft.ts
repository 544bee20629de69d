import { useEffect, useRef, useState } from 'react'
import { type Asked, type RequestDraft, saveDraft } from '../../../api/member-requests.ts'
import {
  deleteSavedText,
  readSavedText,
  savedTextKey,
  saveText,
} from '../../../requests/saved-text.ts'
import { beforeLogout } from '../../../session/before-logout.ts'
import { storedUser } from '../../../session/stored-user.ts'

const PAUSE_MS = 700
/** Whoever wants to send does not wait for a network that does not answer. */
const TIMEOUT_MS = 5000

export type DraftState =
  | { name: 'untouched' | 'saving' | 'saved' }
  | { name: 'failed'; error: unknown }

export interface AutosavedDraft {
  state: DraftState
  /** What was written last, whether or not the server came to know of it. */
  comment: string
  /** The draft that was gone on with is a request by now, and what is typed begins another one. */
  isSentElsewhere: boolean
  /** Keeps this soon, when the typing pauses. */
  keep: (comment: string) => void
  /** From here on the text goes with the request itself. Resolves when nothing is on its way. */
  leave: () => Promise<void>
  /** The server has the text by another way. */
  forget: () => void
}

/**
 * What is typed is kept on the server, so that it outlives the session and the device; and in this
 * tab as long as the server does not have it.
 */
export function useAutosavedDraft(asked: Asked, draft: RequestDraft): AutosavedDraft {
  // Whose it is stays so after the session's end, when there is no user any more.
  const [user] = useState(storedUser)
  const [name] = useState(() => savedTextKey(user, `draft:${asked.saleCode}:${asked.procedureId}`))
  const [comment] = useState(() => readSavedText(name) ?? draft.comment)
  const [state, setState] = useState<DraftState>({ name: 'untouched' })
  const [isSentElsewhere, setSentElsewhere] = useState(false)
  const begun = useRef(draft.id)
  const waiting = useRef<string | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  // One after the other: an older text must not arrive last.
  const saving = useRef<Promise<void>>(Promise.resolve())
  const call = useRef<AbortController>(undefined)

  function save() {
    clearTimeout(pause.current)
    const comment = waiting.current
    // Whoever logged in meanwhile, in another tab perhaps, did not write this.
    if (comment === null || storedUser()?.id !== user?.id) return
    waiting.current = null
    setState({ name: 'saving' })
    saving.current = saving.current.then(() => attempt(comment))
  }

  async function attempt(comment: string) {
    const now = new AbortController()
    call.current = now
    try {
      const { id } = await saveDraft(asked, comment, now.signal)
      if (begun.current !== null && id !== null && id !== begun.current) setSentElsewhere(true)
      begun.current = id
      if (readSavedText(name) === comment) deleteSavedText(name)
      setState({ name: 'saved' })
    } catch (error) {
      if (now.signal.aborted) return
      // Still to be kept, unless something newer is.
      waiting.current ??= comment
      setState({ name: 'failed', error })
    }
  }

  function keep(text: string) {
    waiting.current = text
    saveText(name, text)
    clearTimeout(pause.current)
    pause.current = setTimeout(() => saveNow.current(), PAUSE_MS)
  }

  const saveNow = useRef(save)
  saveNow.current = save

  // What had not reached the server last time does so now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form is opened.
  useEffect(() => {
    if (comment === draft.comment) deleteSavedText(name)
    else keep(comment)
  }, [])

  // Whoever leaves the form or puts the phone away does not wait for the pause; and what could not
  // be kept is tried again with the network.
  useEffect(() => {
    const saveWaiting = () => saveNow.current()
    const finish = async () => {
      saveWaiting()
      await saving.current
    }
    const isFinished = beforeLogout(finish)
    const saveWhenHidden = () => document.visibilityState === 'hidden' && saveWaiting()
    document.addEventListener('visibilitychange', saveWhenHidden)
    window.addEventListener('online', saveWaiting)
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden)
      window.removeEventListener('online', saveWaiting)
      void finish().then(isFinished)
    }
  }, [])

  return {
    state,
    comment,
    isSentElsewhere,
    keep,
    leave: async () => {
      waiting.current = null
      clearTimeout(pause.current)
      const patience = setTimeout(() => call.current?.abort(), TIMEOUT_MS)
      await saving.current
      clearTimeout(patience)
      waiting.current = null
    },
    forget: () => deleteSavedText(name),
  }
}
