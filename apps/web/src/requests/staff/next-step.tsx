import type { WireDocument } from '@carpeta/contract/requests'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { DATA_SUBJECT_ANSWER_DAYS } from '@carpeta/domain/personal-data/data-subject-requests'
import { firstAnswer, openReviews, proposedQuestion } from '@carpeta/domain/requests/answer-rules'
import {
  isActionAllowed,
  MAX_ANSWER_FILES,
  MAX_REQUEST_TEXT,
  REOPEN_DAYS,
  requestMessages,
} from '@carpeta/domain/requests/request-states'
import { Menu } from '@mantine/core'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'
import { showErrors } from '../../forms/show-errors.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Checkbox } from '../../ui/fields/checkbox.ts'
import { Textarea } from '../../ui/fields/inputs.ts'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { ActionFailure, DocumentRow } from '../request-parts.tsx'
import { useSavedText } from '../saved-text.ts'
import {
  addAnswerFile,
  removeAnswerFile,
  resolveRequest,
  runTextAction,
  type SettledDocuments,
  type StaffRequest,
  templatesQuery,
} from './calls.ts'
import { REOPEN_HASH } from './done.tsx'
import classes from './request.module.css'
import { TextActionForm, useRequestAction, useUnversionedAction } from './request-action.tsx'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { useQuery } from '@tanstack/react-query'
import { FileIcon } from '../../ui/icons/icons.tsx'
import { usePhone } from '../../ui/table/use-cards.ts'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { AttachedFiles } from '../../uploads/attached-files.tsx'
import { isUnderWay, type UploadQueue, useUploadQueue } from '../../uploads/upload-queue.ts'
import { Templates } from './templates.tsx'

interface Props {
  request: StaffRequest
  /** What a colleague did meanwhile; null where that is not known. */
  told: string | null
  /** The unsent answer. */
  text: string
  onText: (text: string) => void
  /** Which answer it is; '' until the user chooses, and while the member's reply is awaited. */
  chosen: string
  onChoose: (kind: AnswerKind | '') => void
  /** Opens the next request of the list; null where there is none. */
  onNext: (() => void) | null
}

/** The actions that the state allows. */
export function NextStep(props: Props) {
  const { request, text, onText, onChoose } = props
  const { state, can_reopen: canReopen } = request
  const { hash } = useLocation()

  function discard() {
    onText('')
    onChoose('')
  }

  return (
    <>
      {isActionAllowed('resolve', state) ? (
        <AnswerForm {...props} />
      ) : (
        text && <Unsent text={text} onDiscard={discard} />
      )}
      {canReopen && <Reopen key={hash} request={request} isLinked={hash === REOPEN_HASH} />}
    </>
  )
}

/** The key that answers finds the field by this id. */
export const ANSWER_FIELD = 'answer-text'
/** Mantine gives the menu's button an id of its own. */
export const TEMPLATES_MENU = 'answer-templates'

const kinds = {
  resolve: {
    choice: 'Resolver',
    label: 'Respuesta',
    consequence: 'El socio la leerá en su carpeta y la solicitud se cerrará.',
    button: 'Resolver y cerrar',
    andNext: 'Resolver y abrir la siguiente',
    empty: requestMessages.answerRequired.text,
    hasFiles: true,
  },
  ask: {
    choice: 'Pedir lo que falta',
    label: 'Qué falta',
    consequence: 'El socio lo leerá con el motivo de cada documento que hayas rechazado.',
    button: 'Pedir al socio',
    andNext: 'Pedir y abrir la siguiente',
    empty: requestMessages.questionRequired.text,
    hasFiles: false,
  },
  reject: {
    choice: 'Rechazar la solicitud',
    label: 'Motivo',
    consequence: 'El socio lo leerá en su carpeta y la solicitud se cerrará.',
    button: 'Rechazar y cerrar',
    andNext: 'Rechazar y abrir la siguiente',
    empty: requestMessages.reasonRequired.text,
    hasFiles: true,
  },
} as const

type AnswerKind = keyof typeof kinds
const inOrder = ['resolve', 'ask', 'reject'] as const

/** A former holder cannot reply: nothing more is asked of them, nor awaited. */
export function possibleAnswers({ state, is_former_holder }: StaffRequest): AnswerKind[] {
  return inOrder.filter(
    (kind) => isActionAllowed(kind, state) && (kind !== 'ask' || !is_former_holder),
  )
}

/** Whether staff are waiting for the member's reply and have not chosen to answer. */
export function isAwaiting({ state, is_former_holder }: StaffRequest, chosen: string): boolean {
  return state === 'missing' && !is_former_holder && chosen === ''
}

/** The answer to the member: a resolution, a question or a rejection. */
function AnswerForm({ request, told, text, onText, chosen, onChoose, onNext }: Props) {
  const action = useRequestAction(request.id)
  const [error, setError] = useState('')
  const [isTouched, setTouched] = useState(false)
  const isPhone = usePhone()
  const adding = useUnversionedAction(request.id, VERSIONS_PER_FILE)
  const { queue, uploads } = useUploadQueue<true>(async ({ file }, sending) => {
    await adding.attempt(() => addAnswerFile(request.id, file, sending))
  })
  const form = useRef<HTMLFormElement>(null)
  const [settling, setSettling] = useState('')
  // Which of the two buttons was pressed.
  const goesOn = useRef(false)
  // What was merged into it is answered with it.
  const documents = [request, ...request.merged].flatMap((each) => each.documents)
  const pending = documents.filter(({ review }) => review === 'pending')
  const possible = possibleAnswers(request)
  const canWait = isAwaiting(request, '')
  const isWaiting = isAwaiting(request, chosen)
  const open = openReviews(documents.map(({ review }) => review))
  const first = canWait
    ? null
    : (possible.find((each) => each === firstAnswer(request)) ?? 'resolve')
  // The chosen kind may have become impossible; no other is chosen automatically.
  const kind = possible.find((each) => each === (chosen || first))
  const labels = kind && kinds[kind]
  // Never in place of what was typed, also where that was deleted again.
  const shown = text || (kind === 'ask' && !isTouched ? proposedQuestion(request) : '')
  const isHeld = uploads.some(isUnderWay) || !kind

  function choose(next: AnswerKind | '') {
    onChoose(next)
    setError('')
  }

  function write(next: string) {
    setTouched(true)
    onText(next)
    // A document that is rejected later changes nothing about a text that was begun.
    if (kind) onChoose(kind)
    setError('')
  }

  async function answer(event: FormEvent) {
    event.preventDefault()
    if (!kind || !labels) return
    if (shown.trim() === '') {
      showErrors(event.currentTarget, () => setError(labels.empty))
      return
    }
    // So that it is known as sent also where the response is lost.
    if (shown !== text) onText(shown)
    if (kind === 'resolve' && pending.length > 0) {
      setSettling(goesOn.current && onNext ? labels.andNext : labels.button)
    } else if (kind === 'resolve') await resolve({ accept: [], leave: [] })
    else await finish(() => runTextAction(request, kind, shown.trim()))
  }

  const resolve = (settled: SettledDocuments) =>
    finish(() => resolveRequest(request, text.trim(), settled))

  async function finish(perform: () => Promise<StaffRequest>) {
    setSettling('')
    const isDone = await action.run(perform)
    if (!isDone) return
    onText('')
    onChoose('')
    if (goesOn.current) onNext?.()
  }

  function pressByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    // As the solid button, which is the last one where no request follows.
    goesOn.current = !event.shiftKey
    if (!isHeld && !action.needsReload) form.current?.requestSubmit()
  }

  const sending = { ...action.button, disabled: isHeld }
  const sendAnd = (next: boolean) => {
    goesOn.current = next
  }

  const answering = (
    <>
      {!kind && (
        <Notice tone="warning">
          <UnbrokenDates
            text={
              told
                ? `${told}.`
                : 'Otra persona ya pidió lo que faltaba mientras mirabas esta solicitud.'
            }
          />{' '}
          Revisa la historia y elige qué hacer con lo que escribiste.
        </Notice>
      )}
      <div className={classes.writing}>
        <Textarea
          id={ANSWER_FIELD}
          label={labels?.label ?? 'Lo que escribiste'}
          description={labels?.consequence}
          rows={isPhone ? 3 : 5}
          maxLength={MAX_REQUEST_TEXT}
          value={shown}
          error={error}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
        <TemplateMenu
          onChoose={(body) => {
            write(shown.trim() ? `${shown.trimEnd()}\n\n${body}` : body)
            document.getElementById(ANSWER_FIELD)?.focus()
          }}
        />
      </div>
      {labels?.hasFiles && <AnswerFiles request={request} queue={queue} reload={adding.reload} />}
      <ActionFailure {...action} isTextSaved />
      {open && (
        <p className={`${classes.detail} ${classes.open}`} data-warns={kind === 'resolve'}>
          {open}
        </p>
      )}
      <ButtonRow className={classes.sending}>
        {onNext && labels && (
          <Button type="submit" {...sending} onClick={() => sendAnd(true)}>
            {labels.andNext}
          </Button>
        )}
        <Button
          type="submit"
          variant={onNext && labels ? 'default' : 'filled'}
          {...sending}
          onClick={() => sendAnd(false)}
        >
          {labels?.button ?? 'Enviar al socio'}
        </Button>
      </ButtonRow>
    </>
  )

  return (
    <Card title="Responder">
      <form ref={form} className={classes.form} noValidate onSubmit={answer} onKeyDown={pressByKey}>
        <fieldset className={classes.kinds}>
          <VisuallyHidden component="legend">Qué hacer</VisuallyHidden>
          {canWait && (
            <Choice isOn={isWaiting} onChoose={() => choose('')}>
              Esperar
            </Choice>
          )}
          {possible.map((each) => (
            <Choice key={each} isOn={each === kind} onChoose={() => choose(each)}>
              {kinds[each].choice}
            </Choice>
          ))}
        </fieldset>
        {isWaiting ? <Awaited request={request} /> : answering}
      </form>
      {settling && (
        <SettleDocuments
          documents={pending}
          closing={settling}
          onSettled={(settled) => void resolve(settled)}
          onClose={() => setSettling('')}
        />
      )}
    </Card>
  )
}

interface ChoiceProps {
  isOn: boolean
  onChoose: () => void
  children: ReactNode
}

function Choice({ isOn, onChoose, children }: ChoiceProps) {
  return (
    <label className={classes.kind}>
      <input type="radio" name="kind" checked={isOn} onChange={onChoose} />
      {children}
    </label>
  )
}

function Awaited({ request: { events } }: { request: StaffRequest }) {
  const asked = events.filter(({ kind }) => kind === 'asked').at(-1)
  const since = asked ? ` desde el ${dateTimeInSantiago(asked.at)}` : ''
  return (
    <p className={classes.detail}>
      <UnbrokenDates
        text={`Esperamos al socio${since}. Cuando responda, la solicitud vuelve a «En revisión».`}
      />
    </p>
  )
}

const VERSIONS_PER_FILE = 1

interface AnswerFilesProps {
  request: StaffRequest
  queue: UploadQueue<true>
  reload: () => Promise<boolean>
}

/** Files are uploaded as soon as they are chosen; the member sees them with the answer. */
function AnswerFiles({ request, queue, reload }: AnswerFilesProps) {
  const kept = useFocusKept<HTMLDivElement>()
  // What earlier answers delivered leaves room for as many again.
  const unpublished = request.answer_files.filter(({ published_at }) => published_at === null)
  return (
    <div className={classes.files} {...kept}>
      <Stack gap="md">
        <h3>Archivos de la respuesta</h3>
        {request.answer_files.length > 0 && (
          <ul className={classes.documents}>
            {request.answer_files.map((file) => (
              <AnswerFile key={file.id} request={request} file={file} />
            ))}
          </ul>
        )}
        <AttachedFiles
          queue={queue}
          free={MAX_ANSWER_FILES - unpublished.length}
          failure={(error) => <ActionFailure failure={error} reload={reload} />}
        />
      </Stack>
    </div>
  )
}

interface AnswerFileProps {
  request: StaffRequest
  file: StaffRequest['answer_files'][number]
}

function AnswerFile({ request, file }: AnswerFileProps) {
  if (file.published_at !== null) {
    return (
      <DocumentRow document={file}>
        <p className={classes.detail}>
          <UnbrokenDates text={`Entregado al socio el ${dateTimeInSantiago(file.published_at)}`} />
        </p>
      </DocumentRow>
    )
  }
  return (
    <DocumentRow document={file}>
      <Removal request={request} file={file} />
    </DocumentRow>
  )
}

function Removal({ request, file }: AnswerFileProps) {
  const action = useUnversionedAction(request.id, VERSIONS_PER_FILE)
  return (
    <div className={classes.review}>
      <div>
        <Button
          variant="default"
          data-removes
          aria-label={`Quitar ${file.name}`}
          {...action.button}
          onClick={() => void action.run(() => removeAnswerFile(request, file.id))}
        >
          Quitar
        </Button>
      </div>
      <ActionFailure {...action} />
    </div>
  )
}

interface SettleDocumentsProps {
  /** Those that wait for their review. */
  documents: WireDocument[]
  /** The button that closes the request. */
  closing: string
  onSettled: (settled: SettledDocuments) => void
  onClose: () => void
}

/** Asks what happens to the documents that wait for their review, before the request is closed. */
function SettleDocuments({ documents, closing, onSettled, onClose }: SettleDocumentsProps) {
  const [accepted, setAccepted] = useState(documents.map(({ id }) => id))
  const leave = documents.map(({ id }) => id).filter((id) => !accepted.includes(id))
  return (
    <Dialog
      title={
        documents.length === 1 ? 'Queda un documento por revisar' : 'Quedan documentos por revisar'
      }
      onClose={onClose}
      onKeyDown={({ key, ctrlKey, metaKey }) => {
        if (key === 'Enter' && (ctrlKey || metaKey)) onSettled({ accept: accepted, leave })
      }}
      buttons={
        <>
          <Button onClick={() => onSettled({ accept: accepted, leave })}>{closing}</Button>
          <Button variant="default" data-autofocus onClick={onClose}>
            Seguir revisando
          </Button>
        </>
      }
    >
      <Stack gap="md">
        <p>
          Al cerrar, se aceptan los que marques. Los demás quedan sin revisar, y la historia lo
          dirá.
        </p>
        <Checkbox.Group
          label="Aceptar"
          value={accepted.map(String)}
          onChange={(ids) => setAccepted(ids.map(Number))}
        >
          <Stack gap="sm">
            {documents.map(({ id, title, name }) => (
              <Checkbox key={id} value={String(id)} label={title || name} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
    </Dialog>
  )
}

/** Inserts a template after the typed text. */
function TemplateMenu({ onChoose }: { onChoose: (body: string) => void }) {
  const { data: templates = [] } = useQuery(templatesQuery)
  const [areOpen, setOpen] = useState(false)
  return (
    <>
      <div id={TEMPLATES_MENU}>
        <Menu
          position="bottom-start"
          width={280}
          transitionProps={{ duration: 0 }}
          trapFocus={false}
          hideDetached={false}
        >
          <Menu.Target>
            <Button variant="default" leftSection={<FileIcon size={16} />}>
              Usar una plantilla
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={classes.templates ?? ''}>
            <FirstItemFocused>
              {templates.map(({ id, title, body }) => (
                <Menu.Item key={id} onClick={() => onChoose(body)}>
                  {title}
                </Menu.Item>
              ))}
              {templates.length > 0 && <Menu.Divider />}
              <Menu.Item onClick={() => setOpen(true)}>Administrar plantillas…</Menu.Item>
            </FirstItemFocused>
          </Menu.Dropdown>
        </Menu>
      </div>
      {areOpen && <Templates onClose={() => setOpen(false)} />}
    </>
  )
}

/** In an open menu, so that Enter takes its first item. */
function FirstItemFocused({ children }: { children: ReactNode }) {
  const items = useRef<HTMLDivElement>(null)
  useEffect(() => items.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(), [])
  return <div ref={items}>{children}</div>
}

/** The request was closed by somebody else: the unsent text can be copied. */
function Unsent({ text, onDiscard }: { text: string; onDiscard: () => void }) {
  return (
    <Card>
      <Textarea
        label="Lo que habías escrito"
        description="No se envió: la solicitud cambió de estado."
        value={text}
        readOnly
        rows={5}
      />
      <div>
        <Button variant="default" onClick={onDiscard}>
          Descartar
        </Button>
      </div>
    </Card>
  )
}

/** Extends the legal deadline of a data-subject request, once. */
export function Extend({ request }: { request: StaffRequest }) {
  const action = useRequestAction(request.id)
  const [text, setText] = useSavedText(`extend:${request.id}`)
  async function extend(reason: string) {
    const isDone = await action.run(() => runTextAction(request, 'extend', reason))
    if (isDone) setText('')
  }

  if (!request.can_extend) return null
  return (
    <Card title="Plazo legal">
      <p className={classes.detail}>
        Es un derecho sobre datos personales: se responde en {DATA_SUBJECT_ANSWER_DAYS} días
        corridos, que se pueden prorrogar una vez por otros {DATA_SUBJECT_ANSWER_DAYS}.
      </p>
      <TextActionForm
        label="Por qué se prorroga"
        description="El socio lo leerá en la historia de su solicitud."
        text={text}
        onText={setText}
        submit="Prorrogar plazo"
        button={action.button}
        onSubmit={(reason) => void extend(reason)}
        failure={<ActionFailure {...action} isTextSaved />}
      />
    </Card>
  )
}

/** Reopens a closed request. */
function Reopen({ request, isLinked }: { request: StaffRequest; isLinked: boolean }) {
  const action = useRequestAction(request.id)
  const [isAsked, setAsked] = useState(isLinked)
  const [text, setText] = useSavedText(`reopen:${request.id}`)
  const kept = useFocusKept<HTMLElement>('button')
  async function reopen(reason: string) {
    const isDone = await action.run(() => runTextAction(request, 'reopen', reason))
    if (isDone) setText('')
  }

  return (
    <Card title="Reabrir" {...kept}>
      <p className={classes.detail}>
        Se puede hasta {REOPEN_DAYS} días después del cierre. El plazo comienza de nuevo.
      </p>
      {isAsked ? (
        <TextActionForm
          label="Por qué se reabre"
          description="El socio lo leerá en la historia de su solicitud."
          rows={3}
          autoFocus
          text={text}
          onText={setText}
          submit="Reabrir solicitud"
          variant="filled"
          button={action.button}
          onSubmit={(reason) => void reopen(reason)}
          onCancel={() => setAsked(false)}
          failure={<ActionFailure {...action} isTextSaved />}
        />
      ) : (
        <>
          <ActionFailure {...action} isTextSaved />
          <ButtonRow>
            <Button variant="default" onClick={() => setAsked(true)}>
              Reabrir…
            </Button>
          </ButtonRow>
        </>
      )}
    </Card>
  )
}
