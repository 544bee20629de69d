import { commentError, documentsLabel } from '@carpeta/domain/requests/document-rules'
import { MAX_REQUEST_TEXT } from '@carpeta/domain/requests/request-states'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { isSessionEnded } from '../../../api/client/api-error.ts'
import type { Procedure, RequestDraft, RequestTarget } from '../../../api/member-requests.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Textarea } from '../../../ui/fields/inputs.ts'
import { ArrowLeftIcon } from '../../../ui/icons/icons.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import { RequiredDocuments } from '../documents/required-documents.tsx'
import { SendingBar } from '../documents/sending-bar.tsx'
import { earlyErrors, hasWrongFile, isSettled, uploadErrors } from '../documents/upload-set.ts'
import { useUploadSet } from '../documents/use-upload-set.ts'
import { DraftNotice } from './draft-notice.tsx'
import { NotificationAddress } from './notification-address.tsx'
import { readSlotsAgain, slotsOf } from './procedure-slots.ts'
import classes from './procedures.module.css'
import { SendFailure } from './send-failure.tsx'
import { SentDialog } from './sent-dialog.tsx'
import { SentElsewhere } from './sent-elsewhere.tsx'
import { useAutosavedDraft } from './use-autosaved-draft.ts'
import { useBegunDraft } from './use-begun-draft.ts'
import { useSubmission } from './use-submission.ts'

interface Props {
  procedure: Procedure
  target: RequestTarget
  /** Null where the API keeps neither drafts nor files before they are sent. */
  draft: RequestDraft | null
  onBack: () => void
}

/** The request form, filled in from the draft if there are drafts. */
export function DraftedForm({ procedure, target, draft, onBack }: Props) {
  const { documents } = procedure
  const autosave = useAutosavedDraft(target, draft)
  const [comment, setComment] = useState(autosave.comment)
  const begin = useBegunDraft(target, comment)
  const uploads = useUploadSet(() => slotsOf(documents, draft), draft && begin)
  const { submission, submit, clearFailure } = useSubmission(uploads)
  const [isRecovered] = useState(
    autosave.comment !== '' || uploads.uploadSet.slots.some(({ files }) => files.length > 0),
  )
  const [attempts, setAttempts] = useState(0)
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)

  const wasTried = attempts > 0
  const { uploadSet } = uploads
  const unwritten = commentError({ documentAmount: documents.length }, comment)
  const documentErrors = wasTried ? uploadErrors(uploadSet) : earlyErrors(uploadSet)
  const uploaded = uploadSet.slots.filter(isSettled).length
  const isSending = submission.phase === 'sending' || submission.phase === 'sent'
  const isToldAlready = submission.phase === 'failed' && isSessionEnded(submission.error)
  const isBlocked =
    documentErrors.length > 0 || hasWrongFile(uploadSet) || (wasTried && unwritten !== null)

  async function send(event: FormEvent) {
    event.preventDefault()
    setAttempts(attempts + 1)
    if (unwritten) field.current?.focus()
    if (unwritten || uploadErrors(uploadSet).length > 0 || hasWrongFile(uploadSet)) return
    const isContinued = draft !== null && draft.id !== null
    const written = { target, comment, isContinued }
    const { isOnServer, wasRefused } = await submit(written, autosave.stop())
    if (isOnServer) autosave.discard()
    else autosave.schedule(comment)
    if (wasRefused && draft) await readAgain()
  }

  async function readAgain() {
    const slots = await readSlotsAgain(client, target).catch(() => null)
    if (slots) uploads.replace(slots)
  }

  return (
    <form className={classes.form} noValidate onSubmit={send}>
      {isRecovered && <Notice tone="info">Recuperamos lo que habías escrito</Notice>}
      {documents.length > 0 && (
        <RequiredDocuments
          label={documentsLabel(documents.length)}
          uploads={uploads}
          errors={documentErrors}
          disabled={isSending}
          onChange={clearFailure}
          attempts={attempts}
        />
      )}
      <div>
        <Textarea
          ref={field}
          label="Comentarios"
          rows={4}
          maxLength={MAX_REQUEST_TEXT}
          value={comment}
          disabled={isSending}
          error={wasTried && unwritten?.text}
          onChange={({ currentTarget }) => {
            setComment(currentTarget.value)
            autosave.schedule(currentTarget.value)
          }}
        />
        {!isToldAlready && <DraftNotice state={autosave.state} />}
      </div>
      {autosave.isSentElsewhere && <SentElsewhere saleCode={target.saleCode} />}
      <NotificationAddress />
      {submission.phase === 'sending' && <SendingBar percent={submission.percent} />}
      {submission.phase === 'failed' && (
        <Stack gap="sm">
          <SendFailure error={submission.error} saleCode={target.saleCode} />
          {uploaded > 0 && (
            <p className={classes.detail}>
              {`Ya ${uploaded === 1 ? 'se subió' : 'se subieron'} ${uploaded} de ${documentsLabel(documents.length)}. Al intentarlo de nuevo se sigue desde ahí.`}
            </p>
          )}
        </Stack>
      )}
      <div className={classes.buttons}>
        <Button type="submit" size="md" disabled={isSending || isBlocked}>
          Solicitar trámite
        </Button>
        <Button
          variant="default"
          size="md"
          leftSection={<ArrowLeftIcon size={18} />}
          disabled={isSending}
          onClick={onBack}
        >
          Volver
        </Button>
      </div>
      {submission.phase === 'sent' && <SentDialog id={submission.id} saleCode={target.saleCode} />}
    </form>
  )
}
