import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useUploads } from '../uploads/use-uploads.ts'
import { slotsOf } from './draft-slots.ts'
import type { FormDraft } from './form-draft.ts'
import { useLeaveGuard } from './leave-guard.ts'
import { unsentRequestsQuery } from './member/unsent-calls.ts'

/** The draft of a form. @param open gives it, once */
export function useDraft<Kind extends FormDraft>(open: (client: QueryClient) => Kind) {
  const client = useQueryClient()
  const [draft] = useState(() => open(client))
  useEffect(() => {
    const leave = draft.watch()
    return () =>
      void leave().then(() => client.invalidateQueries({ queryKey: unsentRequestsQuery.queryKey }))
  }, [draft, client])
  const state = useSyncExternalStore(draft.subscribe, () => draft.state)
  const uploads = useUploads(draft.queue)
  return { draft, state, form: slotsOf(state.saved, uploads, draft.chosen) }
}

export type Sending =
  | { phase: 'writing' }
  | { phase: 'sending'; percent: number }
  | { phase: 'failed'; error: unknown }
  | { phase: 'sent'; id: number }

// The bar is seen to end before something covers it.
const SEEN_MS = 150

/** Sends a draft, in as many attempts as needed. */
export function useSending(draft: FormDraft) {
  const [sending, setSending] = useState<Sending>({ phase: 'writing' })
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  useLeaveGuard(sending.phase === 'sending')

  /** @returns the request's id, once it was sent */
  async function send(): Promise<number | null> {
    leaving.current = new AbortController()
    const { signal } = leaving.current
    try {
      const id = await draft.submit((percent) => setSending({ phase: 'sending', percent }), signal)
      if (id === null) setSending({ phase: 'writing' })
      else await new Promise((seen) => setTimeout(seen, SEEN_MS))
      if (id !== null) setSending({ phase: 'sent', id })
      return id
    } catch (error) {
      setSending({ phase: 'failed', error })
      return null
    }
  }

  return {
    sending,
    send,
    isSending: sending.phase === 'sending' || sending.phase === 'sent',
    /** Clears the error after a file was changed. */
    clearFailure: () => setSending((now) => (now.phase === 'failed' ? { phase: 'writing' } : now)),
  }
}
