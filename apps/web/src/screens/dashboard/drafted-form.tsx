import { maskedEmail } from '@carpeta/domain/people/masked-email'
import { commentError, documentsLabel } from '@carpeta/domain/requests/document-rules'
import { MAX_REQUEST_TEXT, requestMessages } from '@carpeta/domain/requests/request-states'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, hasCode, isConnectionLost, isSessionEnded } from '../../api/client/api-error.ts'
import {
  beginDraft,
  createRequest,
  draftQuery,
  memberProceduresQuery,
  newIdempotencyKey,
  type Procedure,
  type RequestDraft,
  type RequestTarget,
  saveDraft,
  sendRequest,
  uploadsOfDraft,
} from '../../api/member-requests.ts'
import { preferencesQuery } from '../../api/preferences.ts'
import { salesQuery } from '../../api/sales.ts'
import { searchOfTab, tabSlugs } from '../../requests/member-address.ts'
import { FailureNotice, SessionEnded } from '../../session/failures/failure-notice.tsx'
import { NoConnection } from '../../session/failures/no-connection.tsx'
import { useOptionalQuery } from '../../session/use-optional-query.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Textarea } from '../../ui/fields/inputs.ts'
import { ArrowLeftIcon, MailIcon } from '../../ui/icons/icons.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { SendingBar } from '../../uploads/sending-bar.tsx'
import { useAbortOnUnmount, useLeaveGuard } from './hooks.ts'
import classes from './procedures.module.css'
import { RequiredDocuments } from './required-documents.tsx'
import {
  buildSlot,
  earlyErrors,
  hasWrongFile,
  isSettled,
  type Slot,
  storedFile,
  uploadErrors,
} from './upload-set.ts'
import { type UploadListener, uploadSlots } from './upload-slots.ts'
import { type AutosavedDraft, type DraftState, useAutosavedDraft } from './use-autosaved-draft.ts'
import { type Uploads, useUploadSet } from './use-upload-set.ts'

interface Props {
  procedure: Procedure
  target: RequestTarget
  /** Null where the API keeps neither drafts nor files before they are sent. */
  draft: RequestDraft | null
  /** The text that this tab held before the draft was read. */
  unsaved: string | null
  onBack: () => void
}

/** The request form, filled in from the draft if there are drafts. */
export function DraftedForm({ procedure, target, draft, unsaved, onBack }: Props) {
  const { documents } = procedure
  const autosave = useAutosavedDraft(target, draft, unsaved)
  const [comment, setComment] = useState(autosave.comment)
  const begin = useBegunDraft(target)
  const uploads = useUploadSet(
    uploadsOfDraft(target),
    () => slotsOf(documents, draft),
    draft && begin,
  )
  const { submission, submit, clearFailure } = useSubmission(uploads, autosave)
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
    const { isOnServer, wasRefused } = await submit(written, autosave.stop(comment))
    if (isOnServer) autosave.discard()
    else autosave.schedule(comment)
    if (wasRefused && draft) await readAgain()
  }

  function choose(text: string) {
    setComment(text)
    autosave.choose(text)
    // The button that was pressed is gone.
    field.current?.focus()
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
        {!isToldAlready && autosave.other === null && <DraftNotice state={autosave.state} />}
      </div>
      {autosave.other !== null && (
        <Notice tone="warning">
          <p>{requestMessages.draftChanged.text} Allí dice:</p>
          <blockquote className={classes.other}>{autosave.other}</blockquote>
          <div className={classes.buttons}>
            <Button variant="default" disabled={isSending} onClick={() => choose(comment)}>
              Usar lo que escribí aquí
            </Button>
            <Button
              variant="default"
              disabled={isSending}
              onClick={() => choose(autosave.other ?? comment)}
            >
              Usar lo guardado
            </Button>
          </div>
        </Notice>
      )}
      {autosave.isSentBefore && <SentBefore saleCode={target.saleCode} />}
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
        <Button
          type="submit"
          size="md"
          disabled={isBlocked && !isSending}
          aria-disabled={isSending}
        >
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

const labels = { untouched: '', saving: 'Guardando borrador…', saved: 'Borrador guardado' }

/** The state of the autosaved draft; only an error is announced. */
function DraftNotice({ state }: { state: DraftState }) {
  if (state.name !== 'failed') return <p className={classes.draft}>{labels[state.name]}</p>
  if (isSessionEnded(state.error)) return <SessionEnded />
  if (isConnectionLost(state.error)) return <NoConnection place="part" />
  return (
    <p className={classes.draft} role="alert">
      No pudimos guardar el borrador. Lo intentaremos de nuevo.
    </p>
  )
}

/** The address to which notifications of this request go. */
function NotificationAddress() {
  const user = useStoredUser()
  const { data: preferences, isAbsent } = useOptionalQuery(preferencesQuery)
  if (isAbsent) return null
  const address = maskedEmail(user?.email ?? '')
  const wantsEmails = preferences?.request_letters !== false && address !== ''
  return (
    <p className={classes.news}>
      <MailIcon size={18} />
      <span>
        {wantsEmails ? (
          `Te avisaremos a ${address} cuando haya novedades.`
        ) : (
          <>
            No te enviaremos correos sobre este trámite: la respuesta estará en Mis Trámites. Puedes
            cambiarlo en <Link to="/profile">tu perfil</Link>.
          </>
        )}
      </span>
    </p>
  )
}

/** Links to the request that was already sent. */
function SendFailure({ error, saleCode }: { error: unknown; saleCode: string }) {
  return (
    <>
      <FailureNotice error={error} />
      {hasCode(error, 'already_sent') && (
        <p>
          <MyRequestsLink saleCode={saleCode} />
        </p>
      )}
    </>
  )
}

interface SentDialogProps {
  id: number
  saleCode: string
}

/** Reloads the page, since the new request is in the sales data. */
function SentDialog({ id, saleCode }: SentDialogProps) {
  function showIt() {
    window.location.replace(`/dashboard${searchOfTab(saleCode, tabSlugs.myRequests)}`)
  }

  return (
    <Dialog
      title="La solicitud se ha guardado correctamente"
      onClose={showIt}
      buttons={
        <Button data-autofocus onClick={showIt}>
          OK
        </Button>
      }
    >
      <p>Es la solicitud Nº {id}. Puedes ver cómo avanza en Mis Trámites.</p>
    </Dialog>
  )
}

/** Warns before a second request: another tab, or this one without an answer, sent the first. */
function SentBefore({ saleCode }: { saleCode: string }) {
  return (
    <Notice tone="warning">
      <p>Este borrador ya se envió. Lo que escribes aquí es una solicitud nueva.</p>
      <p>
        <MyRequestsLink saleCode={saleCode} />
      </p>
    </Notice>
  )
}

/** Loads the list again: this tab had no answer that the request was sent. */
function MyRequestsLink({ saleCode }: { saleCode: string }) {
  const client = useQueryClient()
  return (
    <Link
      to={{ search: searchOfTab(saleCode, tabSlugs.myRequests) }}
      onClick={() => void client.invalidateQueries({ queryKey: salesQuery.queryKey })}
    >
      Ver Mis Trámites
    </Link>
  )
}

/** The current slots, after the procedure or the draft changed. */
async function readSlotsAgain(client: QueryClient, target: RequestTarget): Promise<Slot[] | null> {
  const [draft, procedures] = await Promise.all([
    client.fetchQuery({ ...draftQuery(target), staleTime: 0 }),
    client.fetchQuery({ ...memberProceduresQuery, staleTime: 0 }),
  ])
  const procedure = procedures.find(({ id }) => id === target.procedureId)
  return procedure ? slotsOf(procedure.documents, draft) : null
}

/** One slot for each document that the procedure requires now, whatever the draft contains. */
function slotsOf(titles: string[], draft: RequestDraft | null): Slot[] {
  return titles.map((title, position) => {
    const isHere = (it: { position: number | null }) => it.position === position
    const document = draft?.documents.find(isHere)
    // A server that keeps no files has no such list.
    const kept = draft?.slot_files?.filter(isHere) ?? []
    return buildSlot(position, title, {
      files: [...(document ? [document] : []), ...kept].map(storedFile),
      documentId: document?.id ?? null,
      isGuess: titles.length > 1 && kept.length > 0,
    })
  })
}

type Submission =
  | { phase: 'writing' }
  | { phase: 'sending'; percent: number }
  | { phase: 'failed'; error: unknown }
  | { phase: 'sent'; id: number }

interface Tried {
  /** The server has at least the text. */
  isOnServer: boolean
  /** All documents were uploaded, but the server found the request incomplete. */
  wasRefused: boolean
}

/** Submits one request, in as many attempts as needed. */
function useSubmission(uploads: Uploads, { begun, noteDraft, findOther }: AutosavedDraft) {
  const { keepsFiles, settled, markStored, markUploaded, markRejected, markGone } = uploads
  const [submission, setSubmission] = useState<Submission>({ phase: 'writing' })
  /** The text that was last tried, and its Idempotency-Key, the same for every attempt. */
  const tried = useRef<{ comment: string; key: string }>(undefined)
  /** The server has this text. */
  const isCreated = useRef(false)
  const client = useQueryClient()
  const begin = useAbortOnUnmount()
  useLeaveGuard(submission.phase === 'sending')

  /** @param ready resolves when the submission can start; the buttons are disabled meanwhile. */
  async function submit(
    written: Omit<RequestToSend, 'slots' | 'key'>,
    ready: Promise<void>,
  ): Promise<Tried> {
    let hasArrived = false
    const tell = (percent: number) => setSubmission({ phase: 'sending', percent })
    const onCreated = (id: number) => {
      isCreated.current = true
      begun.current = id
    }
    const onArrived = () => {
      hasArrived = true
    }
    const listener = {
      tell,
      onCreated,
      onArrived,
      onStored: markStored,
      onUploaded: markUploaded,
      onRefused: markRejected,
      onGone: markGone,
      signal: begin(),
    }
    tell(1)
    try {
      await ready
      const slots = await settled()
      if (keepsFiles && (await findOther(listener.signal))) {
        setSubmission({ phase: 'writing' })
        return { isOnServer: false, wasRefused: false }
      }
      const { target, comment } = written
      if (keepsFiles && tried.current?.comment !== comment) {
        isCreated.current = false
        // The earlier text may have been sent, although the answer was lost.
        if (tried.current && noteDraft((await saveDraft(target, comment)).id)) {
          setSubmission({ phase: 'writing' })
          return { isOnServer: true, wasRefused: false }
        }
        tried.current = { comment, key: newIdempotencyKey() }
      }
      const request = { ...written, slots, key: tried.current?.key ?? null }
      const id = await submitRequest(request, listener)
      setSubmission({ phase: 'sent', id })
      // For a member who goes Back instead of closing the dialog.
      void client.invalidateQueries({ queryKey: salesQuery.queryKey })
      return { isOnServer: true, wasRefused: false }
    } catch (error) {
      setSubmission({ phase: 'failed', error })
      const isRefusal = error instanceof ApiError && error.status === 400
      return { isOnServer: keepsFiles && isCreated.current, wasRefused: hasArrived && isRefusal }
    }
  }

  return {
    submission,
    submit,
    /** Clears the error after the user changed a file. */
    clearFailure: () =>
      setSubmission((now) => (now.phase === 'failed' ? { phase: 'writing' } : now)),
  }
}

interface RequestToSend {
  target: RequestTarget
  comment: string
  /** No file is on its way. */
  slots: Slot[]
  /** The same for every attempt, so that the request is created once; null where each attempt is a new one. */
  key: string | null
  /** The draft is from another visit: the request continues it with its documents. */
  isContinued: boolean
}

interface SubmissionListener extends Omit<UploadListener, 'onProgress'> {
  /** The progress, from 1 to 100. */
  tell: (percent: number) => void
  onCreated: (id: number) => void
  /** All documents are uploaded and the request can be sent. */
  onArrived: () => void
}

/** Creates the request, uploads its documents and sends it. */
async function submitRequest(
  { target, comment, slots, key, isContinued }: RequestToSend,
  { tell, onCreated, onArrived, ...uploads }: SubmissionListener,
): Promise<number> {
  if (isContinued) await saveDraft(target, comment)
  const id = await createRequest(target, comment, key)
  onCreated(id)
  tell(10)
  await uploadSlots(id, slots, {
    ...uploads,
    onProgress: (share) => tell(Math.round(10 + 80 * share)),
  })
  onArrived()
  tell(90)
  await sendRequest(id)
  tell(100)
  return id
}

/** Begins the draft when the first file is chosen, once. @returns how; resolves to the draft's id */
function useBegunDraft(target: RequestTarget) {
  const begun = useRef<Promise<number | null>>(undefined)
  return (): Promise<number | null> => {
    begun.current ??= beginDraft(target).then(
      ({ id }) => id,
      (error) => {
        begun.current = undefined
        throw error
      },
    )
    return begun.current
  }
}
