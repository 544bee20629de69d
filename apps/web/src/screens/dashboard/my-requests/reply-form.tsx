import type { MemberRequest, WireSlotFile } from '@carpeta/contract/requests'
import { MAX_REQUEST_TEXT } from '@carpeta/domain/requests/request-states'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { slotFilesQuery } from '../../../api/requests/slot-files.ts'
import { ActionFailure } from '../../../requests/action-failure.tsx'
import { useSavedText } from '../../../requests/use-saved-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Textarea } from '../../../ui/fields/inputs.ts'
import { AlertIcon } from '../../../ui/icons/icons.tsx'
import { RequiredDocuments } from '../documents/required-documents.tsx'
import { SendingBar } from '../documents/sending-bar.tsx'
import { earlyErrors, hasWrongFile } from '../documents/upload-set.ts'
import { useAbortOnUnmount } from '../documents/use-abort-on-unmount.ts'
import { useLeaveGuard } from '../documents/use-leave-guard.ts'
import { useUploadSet } from '../documents/use-upload-set.ts'
import { TabSkeleton } from '../tabs/tab-skeleton.tsx'
import classes from './my-requests.module.css'
import { lackOf, lastAsking, replyTextName, sendReply, slotsToReplace } from './reply.ts'
import { useRequestRefresh } from './use-request-refresh.ts'

/** The reply to a question of the cooperative, with the documents to replace. */
export function ReplyForm({ request }: { request: MemberRequest }) {
  const hasSlots = slotsToReplace(request, []).length > 0
  // A form without its kept files is better than none.
  const { data, isError } = useQuery({ ...slotFilesQuery(request.id), enabled: hasSlots })
  const kept = !hasSlots || isError ? [] : data
  return kept ? <LoadedReplyForm request={request} kept={kept} /> : <TabSkeleton />
}

interface Props {
  request: MemberRequest
  /** The files that were chosen on an earlier visit. */
  kept: WireSlotFile[]
}

function LoadedReplyForm({ request, kept }: Props) {
  const uploads = useUploadSet(
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
      const { markStored: onStored, markUploaded: onUploaded, markRejected: onRefused } = uploads
      const listener = { onStored, onUploaded, onRefused, signal: begin() }
      const replied = await sendReply(sent, setPercent, listener)
      setComment('')
      show(replied)
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
        <Button type="submit" size="md" disabled={isSending || isBlocked}>
          Responder
        </Button>
      </div>
    </form>
  )
}
