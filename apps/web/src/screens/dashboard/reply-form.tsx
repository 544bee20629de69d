import type { MemberRequest, WireRequestEvent, WireSlotFile } from '@carpeta/contract/requests'
import { MAX_REQUEST_TEXT, replyError } from '@carpeta/domain/requests/request-states'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { replyToRequest } from '../../api/member-requests.ts'
import { slotFilesQuery, uploadsOfReply } from '../../api/slot-files.ts'
import { ActionFailure } from '../../requests/request-parts.tsx'
import { useSavedText } from '../../requests/saved-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Textarea } from '../../ui/fields/inputs.ts'
import { AlertIcon } from '../../ui/icons/icons.tsx'
import { SendingBar } from '../../uploads/sending-bar.tsx'
import { useRequestRefresh } from './follow-up.tsx'
import { useAbortOnUnmount, useLeaveGuard } from './hooks.ts'
import classes from './my-requests.module.css'
import { RequiredDocuments } from './required-documents.tsx'
import { TabSkeleton } from './tab-parts.tsx'
import { buildSlot, earlyErrors, hasWrongFile, type Slot, storedFile } from './upload-set.ts'
import { type UploadListener, uploadSlots } from './upload-slots.ts'
import { useUploadSet } from './use-upload-set.ts'

/** The reply to a question of the cooperative, with the documents to replace. */
export function ReplyForm({ request }: { request: MemberRequest }) {
  const rejected = request.documents.filter(({ review }) => review === 'rejected')
  const hasSlots = slotsToReplace(request, []).length > 0
  // Another question or another rejected document is another form.
  const asked = String([lastAsking(request)?.id, ...rejected.map(({ id }) => id)])
  // A form without its kept files is better than none.
  const { data, isError } = useQuery({ ...slotFilesQuery(request.id, asked), enabled: hasSlots })
  const kept = !hasSlots || isError ? [] : data
  return kept ? <LoadedReplyForm key={asked} request={request} kept={kept} /> : <TabSkeleton />
}

interface Props {
  request: MemberRequest
  /** The files that were chosen on an earlier visit. */
  kept: WireSlotFile[]
}

function LoadedReplyForm({ request, kept }: Props) {
  const uploads = useUploadSet(
    uploadsOfReply(request.id),
    () => slotsToReplace(request, kept),
    async () => request.id,
  )
  const [comment, setComment] = useSavedText(replyTextName(request))
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<unknown>()
  const [wasTried, setTried] = useState(false)
  const { show, reload } = useRequestRefresh(request.id)
  const isSending = percent !== null
  const begin = useAbortOnUnmount()
  useLeaveGuard(isSending)

  const { slots } = uploads.uploadSet
  const asked = lastAsking(request)?.text
  const lack = lackOf(request, slots, comment)
  const errors = earlyErrors(uploads.uploadSet)
  const isWrong = hasWrongFile(uploads.uploadSet)
  const isBlocked = errors.length > 0 || isWrong || (wasTried && lack !== null)

  async function reply(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (lack || errors.length > 0 || isWrong) return
    setFailure(undefined)
    try {
      setPercent(1)
      const sent = { id: request.id, slots: await uploads.settled(), comment }
      const listener = {
        onStored: uploads.markStored,
        onUploaded: uploads.markUploaded,
        onRefused: uploads.markRejected,
        onGone: uploads.markGone,
        signal: begin(),
      }
      const replied = await sendReply(sent, setPercent, listener)
      setComment('')
      await show(replied)
    } catch (error) {
      setFailure(error)
      setPercent(null)
    }
  }

  return (
    <form className={classes.reply} noValidate onSubmit={reply} aria-label="Responder">
      <div>
        <h4>La cooperativa te pide</h4>
        <p className={classes.text}>{asked || 'Reemplaza los documentos rechazados.'}</p>
      </div>
      {slots.length > 0 && (
        <RequiredDocuments
          label={slots.length === 1 ? 'Documento por reemplazar' : 'Documentos por reemplazar'}
          uploads={uploads}
          errors={errors}
          disabled={isSending}
          onChange={() => setFailure(undefined)}
        />
      )}
      <Textarea
        label="Comentarios"
        description={
          slots.length > 0 && 'Si no puedes reemplazar un documento, escribe aquí por qué.'
        }
        rows={3}
        maxLength={MAX_REQUEST_TEXT}
        value={comment}
        disabled={isSending}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      {wasTried && lack && (
        <p className={classes.lack} role="alert">
          <AlertIcon size={18} />
          {lack}
        </p>
      )}
      {percent !== null && <SendingBar percent={percent} />}
      <ActionFailure failure={failure} reload={reload} isTextSaved />
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

/** One slot for each rejected document. */
function slotsToReplace({ documents }: MemberRequest, kept: WireSlotFile[]): Slot[] {
  return documents.flatMap(({ position, title, review, reason }) => {
    if (review !== 'rejected' || position === null) return []
    const files = kept.filter((file) => file.position === position).map(storedFile)
    return [buildSlot(position, title, { reason, files })]
  })
}

/** The latest question of the cooperative. */
function lastAsking({ events }: MemberRequest): WireRequestEvent | undefined {
  return events.filter(({ kind }) => kind === 'asked').at(-1)
}

/** The key of the unsent reply to the latest question. */
export function replyTextName(request: MemberRequest): string {
  return `reply:${request.id}:${lastAsking(request)?.id ?? ''}`
}

/** The error of an incomplete reply, by the same rule as the server's. */
function lackOf(request: MemberRequest, slots: Slot[], comment: string): string | null {
  const { events } = request
  const kinds = events.map(({ kind }) => kind)
  const sinceAsked = kinds.slice(kinds.lastIndexOf('asked') + 1)
  const before = sinceAsked.filter((kind) => kind === 'document_replaced').length
  const now = slots.filter(({ files }) => files.length > 0).length
  const error = replyError({ rejected: slots.length - now, replaced: before + now }, comment)
  return error?.text ?? null
}

/** Uploads the replacements, then sends the reply. */
async function sendReply(
  { id, slots, comment }: { id: number; slots: Slot[]; comment: string },
  tell: (percent: number) => void,
  uploads: Omit<UploadListener, 'onProgress'>,
): Promise<MemberRequest> {
  tell(10)
  await uploadSlots(id, slots, {
    ...uploads,
    onProgress: (share) => tell(Math.round(10 + 80 * share)),
  })
  tell(90)
  return replyToRequest(id, comment)
}
