import {
  ADD_FILE,
  ADD_FURTHER,
  commentError,
  documentsLabel,
  missingDocumentsMessage,
  OPTIONAL_LABEL,
  OPTIONAL_LABEL_BESIDE,
} from '@carpeta/domain/requests/document-rules'
import { MAX_REQUEST_TEXT, requestMessages } from '@carpeta/domain/requests/request-states'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { isConnectionLost, isSessionEnded } from '../api/api-error.ts'
import { useConnectionIsLost } from '../connection/use-connection-is-lost.ts'
import { FailureNotice, SessionEnded } from '../session/failures/failure-notice.tsx'
import { NoConnection } from '../session/failures/no-connection.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Progress } from '../ui/feedback/progress.ts'
import { Textarea } from '../ui/fields/inputs.ts'
import { ArrowLeftIcon, PlusIcon } from '../ui/icons/icons.tsx'
import { ButtonRow } from '../ui/layout/button-row.tsx'
import { Stack } from '../ui/layout/stack.tsx'
import { useFocusKept } from '../ui/use-focus-kept.ts'
import { useUploads } from '../uploads/upload-queue.ts'
import { DraftDocuments } from './draft-documents.tsx'
import classes from './draft-form.module.css'
import {
  countError,
  type DraftState,
  type FormDraft,
  type FormSlot,
  hasWrongFile,
  type SavingState,
  slotsOf,
} from './form-draft.ts'
import { useLeaveGuard } from './leave-guard.ts'
import { unsentRequestsQuery } from './member/unsent-calls.ts'

interface Props {
  /** Gives the draft, once. */
  open: (client: QueryClient) => FormDraft
  /** For a draft without a text. */
  initialText?: string
  /** The same, which is not saved before the person changes or sends it. */
  suggestion?: string
  /** Names the form where it is a part of a page. */
  name?: string
  className?: string | undefined
  /** Before the documents. */
  intro?: ReactNode
  documents?: (count: number) => string
  label: string
  /** Of the text, by the number of required documents. */
  description?: (count: number) => string
  /** What lacks, where a text may stand for a document; null when nothing does. */
  lackOf?: (slots: FormSlot[], text: string) => string | null
  onText?: (text: string) => void
  /** Where the person finds a request that was sent in another tab. */
  sentLink?: ReactNode
  /** Before the button. */
  children?: ReactNode
  /** Why it was not sent. */
  failure?: (error: unknown) => ReactNode
  submit: string
  onBack?: () => void
  onSent?: (id: number) => void | Promise<void>
}

/** What a member's request, a member's reply and a filing of staff are written in. */
export function DraftForm(props: Props) {
  const { documents = documentsLabel, lackOf = unwritten } = props
  const client = useQueryClient()
  const [{ draft, isRecovered }] = useState(() => openForm(client, props))
  const { state, form } = useDraft(draft)
  const isLost = useConnectionIsLost()
  const { send, percent, isSending, failure, clearFailure } = useSending(draft, props.onSent)
  const [attempts, setAttempts] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)

  const { slots, surplus } = form
  const required = slots.filter((slot) => !slot.is_optional)
  const optional = slots.filter((slot) => slot.is_optional)
  const lacking = required.filter(({ files }) => files.length === 0).length
  const wasTried = attempts > 0
  const areNeeded = props.lackOf === undefined
  const lack = lackOf(slots, state.text)
  // What lacks is said where it is chosen or written.
  const isOfDocuments = !areNeeded && lacking > 0
  const error = countError(form, areNeeded && wasTried) ?? (wasTried && isOfDocuments ? lack : null)
  const isWrong = hasWrongFile(form)
  const files = {
    ...{ draft, state, surplus, error, wasTried },
    disabled: isSending,
    onChange: clearFailure,
  }
  const isBlocked = error !== null || isWrong || (wasTried && lack !== null)

  // The button to send is far below what it goes to.
  useEffect(() => {
    if (attempts === 0) return
    const wrong = element.current?.querySelector<HTMLElement>(
      '[data-wrong] button:enabled, [aria-invalid="true"]',
    )
    const countWrong = element.current?.querySelector<HTMLElement>('[data-count-wrong]')
    const target = wrong ?? countWrong
    target?.focus()
  }, [attempts])

  function submit(event: FormEvent) {
    event.preventDefault()
    setAttempts(attempts + 1)
    if (!lack && !isWrong && !countError(form, areNeeded)) send()
  }

  return (
    <form
      ref={element}
      className={`${classes.form} ${props.className ?? ''}`}
      noValidate
      onSubmit={submit}
      aria-label={props.name}
    >
      {props.intro}
      {isRecovered && !state.ended && (
        <Notice tone="info">Recuperamos lo que habías escrito</Notice>
      )}
      {required.length > 0 && (
        <DraftDocuments {...files} label={documents(required.length)} slots={required} />
      )}
      <div>
        <Textarea
          ref={field}
          label={props.label}
          description={props.description?.(required.length)}
          rows={props.suggestion ? 5 : 4}
          maxLength={MAX_REQUEST_TEXT}
          value={state.text}
          disabled={isSending}
          error={wasTried && !isOfDocuments && lack}
          onChange={({ currentTarget }) => {
            draft.write(currentTarget.value)
            props.onText?.(currentTarget.value)
          }}
        />
        {failure === null && state.other === null && <DraftNotice saving={state.saving} />}
      </div>
      <OtherText
        draft={draft}
        state={state}
        disabled={isSending}
        focus={() => field.current?.focus()}
      />
      {optional.length > 0 && required.length === 0 && !props.suggestion && (
        <DraftDocuments {...files} label={OPTIONAL_LABEL} slots={optional} />
      )}
      {optional.length > 0 && required.length === 0 && props.suggestion && (
        <FoldedFiles {...files} label={OPTIONAL_LABEL} add={ADD_FILE} slots={optional} />
      )}
      {optional.length > 0 && required.length > 0 && (
        <FoldedFiles
          {...{ ...files, surplus: [], error: null }}
          label={OPTIONAL_LABEL_BESIDE}
          add={ADD_FURTHER}
          slots={optional}
        />
      )}
      {state.ended && <Ended how={state.ended} link={props.sentLink} />}
      {props.children}
      {isSending && <SendingBar percent={percent} />}
      {failure !== null && (
        <Stack gap="sm">
          {props.failure?.(failure) ?? <FailureNotice error={failure} />}
          <Uploaded count={required.filter(isStored).length} of={required.length} />
        </Stack>
      )}
      <ButtonRow className={classes.buttons}>
        {areNeeded && lacking > 0 && failure === null && (
          <p className={classes.lacking}>{missingDocumentsMessage(lacking).text}</p>
        )}
        {/* What is wrong disables it in name alone: pressed, it leads there. */}
        <Button
          type="submit"
          size="md"
          className={isBlocked && !isSending ? classes.leading : ''}
          variant={isLost ? 'default' : 'filled'}
          aria-disabled={isSending || (isBlocked ? 'true' : false)}
        >
          {props.submit}
        </Button>
        {props.onBack && (
          <Button
            variant="default"
            size="md"
            leftSection={<ArrowLeftIcon size={18} />}
            disabled={isSending}
            onClick={props.onBack}
          >
            Volver
          </Button>
        )}
      </ButtonRow>
    </form>
  )
}

/**
 * Folded while there are none: what belongs to a required document is not added here by mistake, and what is written
 * already is sent at one press.
 */
function FoldedFiles({ add, ...props }: ComponentProps<typeof DraftDocuments> & { add: string }) {
  const [isAdding, setAdding] = useState(false)
  // The button gives way to the files.
  const kept = useFocusKept<HTMLDivElement>()
  return (
    <div {...kept}>
      {isAdding || [props.surplus, ...props.slots.map(({ files }) => files)].some(hasAny) ? (
        <DraftDocuments {...props} />
      ) : (
        <Button
          variant="default"
          leftSection={<PlusIcon size={18} />}
          disabled={props.disabled}
          onClick={() => setAdding(true)}
        >
          {add}
        </Button>
      )}
    </div>
  )
}

function openForm(client: QueryClient, { open, initialText = '', suggestion = '' }: Props) {
  const draft = open(client)
  const { state, form } = draft
  const isRecovered = state.text !== '' || form.slots.some(({ files }) => files.length > 0)
  if (state.text === '' && initialText !== '') draft.write(initialText)
  else if (state.text === '' && suggestion !== '') draft.suggest(suggestion)
  return { draft, isRecovered }
}

function useDraft(draft: FormDraft) {
  const client = useQueryClient()
  useEffect(() => {
    const leave = draft.watch()
    return () =>
      void leave().then(() => client.invalidateQueries({ queryKey: unsentRequestsQuery.queryKey }))
  }, [draft, client])
  const state = useSyncExternalStore(draft.subscribe, () => draft.state)
  const uploads = useUploads(draft.queue)
  return { state, form: slotsOf(state.saved, uploads, draft.chosen) }
}

// The bar is seen to end before something covers it.
const SEEN_MS = 150

/** Sends a draft, in as many attempts as needed. */
function useSending(draft: FormDraft, onSent: Props['onSent']) {
  const [percent, setPercent] = useState(0)
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => () => leaving.current?.abort(), [])
  const { mutate, reset, isPending, data, error } = useMutation({
    mutationFn: async () => {
      leaving.current = new AbortController()
      const id = await draft.submit(setPercent, leaving.current.signal)
      if (id !== null) await new Promise((seen) => setTimeout(seen, SEEN_MS))
      return id
    },
    onSuccess: (id) => (id === null ? undefined : onSent?.(id)),
  })
  useLeaveGuard(isPending)
  return {
    send: () => mutate(),
    percent,
    // Its form stays as it is until another one takes its place.
    isSending: isPending || typeof data === 'number',
    failure: error,
    /** After a file was changed. */
    clearFailure: reset,
  }
}

function unwritten(slots: FormSlot[], text: string): string | null {
  const required = slots.filter((slot) => !slot.is_optional)
  return commentError({ documentAmount: required.length }, text)?.text ?? null
}

const labels = { untouched: '', saving: 'Guardando borrador…', saved: 'Borrador guardado' }

/** Whether the text is saved; only an error is announced. */
function DraftNotice({ saving }: { saving: SavingState }) {
  if (saving.name !== 'failed') return <p className={classes.saving}>{labels[saving.name]}</p>
  if (isSessionEnded(saving.error)) return <SessionEnded />
  if (isConnectionLost(saving.error)) return <NoConnection place="part" />
  return (
    <p className={classes.saving} role="alert">
      No pudimos guardar el borrador. Lo intentaremos de nuevo.
    </p>
  )
}

function SendingBar({ percent }: { percent: number }) {
  return (
    <div className={classes.sending}>
      <p role="status">Enviando. No salgas de esta página.</p>
      <Progress.Root size="lg" className={classes.track}>
        <Progress.Section value={percent} aria-label="Avance del envío" />
      </Progress.Root>
      <p className={classes.detail}>{percent}&nbsp;%</p>
    </div>
  )
}

interface OtherTextProps {
  draft: FormDraft
  state: DraftState
  disabled: boolean
  /** The field, which gets the focus: the button that was pressed is gone. */
  focus: () => void
}

/** The text of another tab or device, for the person to choose between both. */
function OtherText({ draft, state: { other }, disabled, focus }: OtherTextProps) {
  if (other === null) return null
  const choice = (isMine: boolean) => ({
    variant: 'default' as const,
    disabled,
    onClick: () => {
      draft.choose(isMine)
      focus()
    },
  })
  return (
    <Notice tone="warning">
      <p>{requestMessages.draftChanged.text} Allí dice:</p>
      <blockquote className={classes.other}>{other.comment}</blockquote>
      <ButtonRow className={classes.buttons}>
        <Button {...choice(true)}>Usar lo que escribí aquí</Button>
        <Button {...choice(false)}>Usar lo guardado</Button>
      </ButtonRow>
    </Notice>
  )
}

/** Another tab or device ended the draft, or this one without an answer: a second request would begin. */
function Ended({ how, link }: { how: 'sent' | 'discarded'; link: ReactNode }) {
  if (how === 'discarded') {
    return (
      <Notice tone="warning">
        Este borrador se descartó en otra ventana. Lo que escribes aquí es un trámite nuevo.
      </Notice>
    )
  }
  return (
    <Notice tone="warning">
      <p>Este borrador ya se envió. Lo que escribes aquí es un trámite nuevo.</p>
      {link && <p>{link}</p>}
    </Notice>
  )
}

function hasAny({ length }: readonly unknown[]): boolean {
  return length > 0
}

function isStored({ files }: FormSlot): boolean {
  return files.length > 0 && files.every(({ storedId }) => storedId !== null)
}

function Uploaded({ count, of }: { count: number; of: number }) {
  if (count === 0) return null
  return (
    <p className={classes.detail}>
      {`Ya ${count === 1 ? 'se subió' : 'se subieron'} ${count} de ${documentsLabel(of)}. Al intentarlo de nuevo se sigue desde ahí.`}
    </p>
  )
}
