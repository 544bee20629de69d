import type { MemberRequest, WireRequestEvent } from '@carpeta/contract/requests'
import { MAX_REQUEST_TEXT, replyError } from '@carpeta/domain/requests/request-states'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { TabSkeleton } from '../../sales/dashboard/tab-parts.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Textarea } from '../../ui/fields/inputs.ts'
import { AlertIcon } from '../../ui/icons/icons.tsx'
import { SendingBar } from '../../uploads/sending-bar.tsx'
import { openDraft } from '../draft.ts'
import { type Draft, type DraftSource, draftQuery, readDraft } from '../draft-calls.ts'
import { DraftNotice, OtherText } from '../draft-parts.tsx'
import { countError, type FormSlot, hasWrongFile } from '../draft-slots.ts'
import { ActionFailure } from '../request-parts.tsx'
import { RequiredDocuments } from '../required-documents.tsx'
import { useDraft, useSending } from '../use-draft.ts'
import { replyToRequest } from './calls.ts'
import { useRequestRefresh } from './follow-up.tsx'
import classes from './my-requests.module.css'

/** The reply to a question of the cooperative, with the documents to replace. */
export function ReplyForm({ request }: { request: MemberRequest }) {
  const { id, documents } = request
  const { show } = useRequestRefresh(id)
  const rejected = documents.filter(({ review }) => review === 'rejected')
  // Another question or another rejected document is another form.
  const asked = String([id, lastAsking(request)?.id, ...rejected.map((each) => each.id)])
  const read = () => readDraft(id)
  const { data, error, refetch } = useQuery(draftQuery({ name: `reply ${asked}`, read }))
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <TabSkeleton />
  const source: DraftSource = {
    name: replyTextName(request),
    read,
    send: async (_, version) => show(await replyToRequest(id, version)),
    keepsCopy: true,
  }
  return <LoadedReplyForm key={asked} request={request} source={source} read={data} />
}

interface Props {
  request: MemberRequest
  source: DraftSource
  read: Draft
}

function LoadedReplyForm({ request, source, read }: Props) {
  const { draft, state, form } = useDraft((client) => openDraft(client, source, read))
  const { sending, send, isSending, clearFailure } = useSending(draft)
  const [wasTried, setTried] = useState(false)
  const { reload } = useRequestRefresh(request.id)
  const field = useRef<HTMLTextAreaElement>(null)

  const { slots } = form
  const asked = lastAsking(request)?.text
  const lack = lackOf(request, slots, state.text)
  const error = countError(form, false)
  const isWrong = hasWrongFile(form)
  const isBlocked = error !== null || isWrong || (wasTried && lack !== null)

  async function reply(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!lack && !error && !isWrong) await send()
  }

  return (
    <form
      className={classes.reply}
      noValidate
      onSubmit={(event) => void reply(event)}
      aria-label="Responder"
    >
      <div>
        <h4>La cooperativa te pide</h4>
        <p className={classes.text}>{asked || 'Reemplaza los documentos rechazados.'}</p>
      </div>
      {(slots.length > 0 || form.surplus.length > 0) && (
        <RequiredDocuments
          label={slots.length === 1 ? 'Documento por reemplazar' : 'Documentos por reemplazar'}
          draft={draft}
          state={state}
          form={form}
          error={error}
          disabled={isSending}
          onChange={clearFailure}
        />
      )}
      <div>
        <Textarea
          ref={field}
          label="Comentarios"
          description={
            slots.length > 0 && 'Si no puedes reemplazar un documento, escribe aquí por qué.'
          }
          rows={3}
          maxLength={MAX_REQUEST_TEXT}
          value={state.text}
          disabled={isSending}
          onChange={({ currentTarget }) => draft.write(currentTarget.value)}
        />
        {sending.phase !== 'failed' && state.other === null && (
          <DraftNotice saving={state.saving} />
        )}
      </div>
      <OtherText
        draft={draft}
        state={state}
        disabled={isSending}
        focus={() => field.current?.focus()}
      />
      {wasTried && lack && (
        <p className={classes.lack} role="alert">
          <AlertIcon size={18} />
          {lack}
        </p>
      )}
      {sending.phase === 'sending' && <SendingBar percent={sending.percent} />}
      {sending.phase === 'failed' && (
        <ActionFailure failure={sending.error} reload={reload} isTextSaved />
      )}
      <div>
        <Button
          type="submit"
          size="md"
          disabled={isBlocked && !isSending}
          aria-disabled={isSending}
        >
          Responder
        </Button>
      </div>
    </form>
  )
}

/** The latest question of the cooperative. */
function lastAsking({ events }: MemberRequest): WireRequestEvent | undefined {
  return events.filter(({ kind }) => kind === 'asked').at(-1)
}

/** The name of the reply to the latest question in this tab. */
export function replyTextName(request: MemberRequest): string {
  return `reply:${request.id}:${lastAsking(request)?.id ?? ''}`
}

/** The error of an incomplete reply, by the same rule as the server's. */
function lackOf({ events }: MemberRequest, slots: FormSlot[], comment: string): string | null {
  const kinds = events.map(({ kind }) => kind)
  const sinceAsked = kinds.slice(kinds.lastIndexOf('asked') + 1)
  const before = sinceAsked.filter((kind) => kind === 'document_replaced').length
  const now = slots.filter(({ files }) => files.length > 0).length
  const error = replyError({ rejected: slots.length - now, replaced: before + now }, comment)
  return error?.text ?? null
}
