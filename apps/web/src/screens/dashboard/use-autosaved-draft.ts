import type { User } from '@carpeta/contract/auth'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { hasCode } from '../../api/client/api-error.ts'
import {
  type RequestDraft,
  type RequestTarget,
  readDraft,
  saveDraft,
} from '../../api/member-requests.ts'
import { connectionIsLost, onConnection } from '../../connection/connection.ts'
import {
  deleteSavedText,
  readSavedText,
  savedTextKey,
  saveText,
} from '../../requests/saved-text.ts'
import { beforeLogout } from '../../session/before-logout.ts'
import { timeLeft } from '../../session/inactivity.ts'
import { storedUser } from '../../session/stored-user.ts'

const PAUSE_MS = 700
/** Sending does not wait longer for a slow autosave. */
const TIMEOUT_MS = 5000

export type DraftState =
  | { name: 'untouched' | 'saving' | 'saved' }
  | { name: 'failed'; error: unknown }

export interface AutosavedDraft {
  state: DraftState
  /** The latest text, whether or not the server has it. */
  comment: string
  /** The draft was sent, so the text starts a new one. */
  isSentBefore: boolean
  /** The draft's text of another tab or device, which nothing replaces; null when there is none. */
  other: string | null
  /** Reads the draft, since the other text may be newer than this form. */
  findOther: (signal: AbortSignal) => Promise<boolean>
  /** Goes on with this text instead of the other. */
  choose: (comment: string) => void
  /** The draft's id, once it has one. */
  begun: RefObject<number | null>
  /** Notes with which id the text was saved. @returns whether the draft before was sent */
  noteDraft: (id: number | null) => boolean
  /** Saves the text when the typing pauses. */
  schedule: (comment: string) => void
  /**
   * Stops autosaving, since the request carries this text from now on. Resolves when no save is
   * pending.
   */
  stop: (comment: string) => Promise<void>
  /** Deletes the local copy once the server has the text. */
  discard: () => void
}

function nameOfDraft(user: User | null, { saleCode, procedureId }: RequestTarget): string {
  return savedTextKey(user, `draft:${saleCode}:${procedureId}`)
}

/** The key of the server's text from which the unsaved one was written. */
function readName(name: string): string {
  return `${name}:read`
}

/** The text that the server may not have yet; null when it has all. */
export function readUnsavedDraft(target: RequestTarget): string | null {
  return readSavedText(nameOfDraft(storedUser(), target))
}

/**
 * Autosaves the text on the server, so that it survives the session and the device. Until the
 * server has it, a copy stays in this tab; without drafts only there.
 * @param unsaved the copy of this tab, read before the draft: the form that the member has just
 * left may save it, and delete it here, after the server read the draft.
 */
export function useAutosavedDraft(
  target: RequestTarget,
  draft: RequestDraft | null,
  unsaved: string | null,
): AutosavedDraft {
  // The author stays the same after the session ends.
  const [user] = useState(storedUser)
  const [name] = useState(() => nameOfDraft(user, target))
  const [comment] = useState(() => unsaved ?? draft?.comment ?? '')
  const [state, setState] = useState<DraftState>({ name: 'untouched' })
  const [isSentBefore, setSentBefore] = useState(false)
  const [other, setOther] = useState<string | null>(null)
  const [firstRead] = useState(() => (unsaved === null ? null : readSavedText(readName(name))))
  // The server's text that this form has seen, and the texts that it may have saved since.
  const asRead = useRef(firstRead ?? draft?.comment)
  const own = useRef(new Set([unsaved?.trim()]))
  const begun = useRef(draft?.id ?? null)
  const waiting = useRef<string | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Saves are sequential: an older text must not overwrite a newer one.
  const saving = useRef<Promise<void>>(Promise.resolve())
  const call = useRef<AbortController>(undefined)

  function save() {
    clearTimeout(pause.current)
    const comment = waiting.current
    // A user who logged in from another tab did not write this text.
    if (comment === null || storedUser()?.id !== user?.id) return
    waiting.current = null
    setState({ name: 'saving' })
    saving.current = saving.current.then(() => attempt(comment))
  }

  async function attempt(comment: string) {
    const now = new AbortController()
    call.current = now
    try {
      const { id } = await saveOverOwn(comment, now.signal)
      asRead.current = comment
      setOther(null)
      noteDraft(id)
      const latest = readSavedText(name)
      if (latest === comment) discard()
      else if (latest !== null) saveText(readName(name), comment)
      setState({ name: 'saved' })
    } catch (error) {
      if (now.signal.aborted) return
      // Retries this text unless a newer one is waiting.
      waiting.current ??= comment
      setState({ name: 'failed', error })
    }
  }

  function noteDraft(id: number | null): boolean {
    const isAnother = begun.current !== null && id !== null && id !== begun.current
    if (isAnother) setSentBefore(true)
    begun.current = id
    return isAnother
  }

  /** Replaces a text of this form whose answer was lost, but none of another tab or device. */
  async function saveOverOwn(comment: string, signal: AbortSignal): Promise<RequestDraft> {
    own.current.add(comment.trim())
    const save = () => saveDraft(target, comment, { asRead: asRead.current, signal })
    try {
      return await save()
    } catch (error) {
      if (!hasCode(error, 'changed_meanwhile')) throw error
      const stored = (await readDraft(target, signal)).comment
      if (noteOther(stored)) throw error
      asRead.current = stored
      return save()
    }
  }

  function noteOther(stored: string): boolean {
    const seen = ['', asRead.current?.trim(), ...own.current]
    if (seen.includes(stored.trim())) return false
    setOther(stored)
    return true
  }

  function discard() {
    deleteSavedText(name)
    deleteSavedText(readName(name))
  }

  function schedule(text: string) {
    saveText(name, text)
    if (draft === null) return
    saveText(readName(name), asRead.current ?? '')
    waiting.current = text
    clearTimeout(pause.current)
    pause.current = setTimeout(() => saveNow.current(), PAUSE_MS)
  }

  const saveNow = useRef(save)
  saveNow.current = save

  // What had not reached the server last time does so now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form is opened.
  useEffect(() => {
    if (comment === (draft?.comment ?? '')) {
      asRead.current = draft?.comment
      discard()
    } else schedule(comment)
  }, [])

  // Saves without waiting for the pause when the form unmounts or the page is hidden, and again
  // when the network returns.
  useEffect(() => {
    const saveWaiting = () => saveNow.current()
    const finish = async () => {
      saveWaiting()
      await saving.current
    }
    // After the limit the server refuses the text, which stays in this tab.
    const isFinished = beforeLogout(async () => ((await timeLeft()) < 0 ? undefined : finish()))
    const saveWhenHidden = () => document.visibilityState === 'hidden' && saveWaiting()
    document.addEventListener('visibilitychange', saveWhenHidden)
    window.addEventListener('online', saveWaiting)
    const stopSaving = onConnection(() => !connectionIsLost() && saveWaiting())
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden)
      window.removeEventListener('online', saveWaiting)
      stopSaving()
      void finish().then(isFinished)
    }
  }, [])

  return {
    state,
    comment,
    isSentBefore,
    begun,
    noteDraft,
    schedule,
    other,
    findOther: async (signal) => noteOther((await readDraft(target, signal)).comment),
    choose: (text) => {
      asRead.current = other ?? asRead.current
      setOther(null)
      schedule(text)
    },
    stop: async (sent) => {
      own.current.add(sent.trim())
      waiting.current = null
      clearTimeout(pause.current)
      const timeout = setTimeout(() => call.current?.abort(), TIMEOUT_MS)
      await saving.current
      clearTimeout(timeout)
      waiting.current = null
    },
    discard,
  }
}
