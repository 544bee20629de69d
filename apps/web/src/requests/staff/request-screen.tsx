import type { MergedRequest, WireRequestEvent } from '@carpeta/contract/requests'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { documentsLabel, OPTIONAL_FILES } from '@carpeta/domain/requests/document-rules'
import { queueFilterNames } from '@carpeta/domain/requests/queue-rules'
import { requestEventNames } from '@carpeta/domain/requests/request-event-names'
import { requestNews } from '@carpeta/domain/requests/request-news'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import {
  isActionAllowed,
  isOpen,
  mayHandleRequest,
  ratingLabels,
  requestMessages,
} from '@carpeta/domain/requests/request-states'
import { stateLabel } from '@carpeta/domain/requests/state-label'
import { counted } from '@carpeta/domain/text/counted'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { ApiError, hasCode } from '../../api/api-error.ts'
import { serverNow } from '../../api/server-clock.ts'
import { ListWay } from '../../list/list-way.tsx'
import { type Neighbours, useNeighbours } from '../../list/neighbours.ts'
import { isRowId, useRowPath } from '../../list/row-path.ts'
import { startDetail } from '../../list/start-calls.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { below } from '../../ui/breakpoints.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { NativeSelect } from '../../ui/fields/inputs.ts'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Content } from '../../ui/layout/content.tsx'
import { PageBody } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { useFocusKept } from '../../ui/use-focus-kept.ts'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { useMedia } from '../../ui/use-media.ts'
import { usePrinting } from '../../ui/use-printing.ts'
import { ActionFailure, DocumentRow, RequestTimeline } from '../request-parts.tsx'
import { RequestStateMark } from '../request-state.tsx'
import { useSavedText } from '../saved-text.ts'
import {
  addNote,
  assigneesQuery,
  assignRequest,
  REQUESTS,
  type StaffRequest,
  staffRequestQuery,
  startReview,
} from './calls.ts'
import { DocumentsWithPreview, decideShown, showNext } from './document-preview.tsx'
import { DoneNotice, REOPEN_HASH, TellDone } from './done.tsx'
import { DueDate } from './due-date.tsx'
import { Asker, FoldedMember, MemberFacts, OtherRequests, SaleAndOthers } from './member-facts.tsx'
import {
  ANSWER_FIELD,
  Extend,
  isAwaiting,
  NextStep,
  possibleAnswers,
  TEMPLATES_MENU,
} from './next-step.tsx'
import { KeysDialog, useKeysSetting, usePageKeys } from './page-keys.tsx'
import { queueKeys } from './queue-keys.ts'
import classes from './request.module.css'
import {
  SetKnownVersion,
  TextActionForm,
  useRequestAction,
  useUnversionedAction,
} from './request-action.tsx'
import { requestKeys } from './request-keys.ts'
import { ReviewedDocument, ReviewInViewer } from './reviewed-document.tsx'

export const loader = startDetail((client, id) => client.prefetchQuery(staffRequestQuery(id)))

export function Component() {
  const id = Number(useParams().id)
  const {
    data: request,
    error,
    refetch,
    isFetchedAfterMount,
  } = useQuery({ ...staffRequestQuery(id), enabled: isRowId(id) })
  const isUnknown = !isRowId(id) || (error instanceof ApiError && error.status === 404)
  const refusal = hasCode(error, 'own_request') ? error : null
  const neighbours = useNeighbours(id, REQUESTS, queueFilterNames)
  const [done, setDone] = useState<StaffRequest | null>(null)
  return (
    <Content title={isRowId(id) ? `Solicitud ${requestNumber(id)}` : 'Solicitud'}>
      <PageBody className={classes.page}>
        <Way {...neighbours} />
        {done && <DoneNotice request={done} shownId={id} />}
        {isUnknown && <Notice tone="error">No encontramos esta solicitud.</Notice>}
        {refusal && (
          <Notice tone="info">
            {refusal.message}. <Link to="/dashboard">Volver a mi carpeta</Link>
          </Notice>
        )}
        {!isUnknown && !refusal && error && !request && (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        )}
        {!isUnknown && !error && !request && <DetailSkeleton />}
        {!isUnknown && request && (
          <TellDone value={setDone}>
            <RequestDetail
              key={id}
              request={request}
              isCurrent={isFetchedAfterMount}
              neighbours={neighbours}
            />
          </TellDone>
        )}
      </PageBody>
    </Content>
  )
}

const NARROW = below('desktop')

const BACK = 'Volver a las solicitudes'

/** On a narrow screen the way on is at the foot. */
function Way(neighbours: Neighbours) {
  const pathOf = useRowPath('/requests')
  if (useMedia(NARROW)) return <BackLink to={pathOf(null)}>{BACK}</BackLink>
  return <ListWay list="/requests" back={BACK} {...neighbours} />
}

interface FootProps {
  neighbours: Neighbours
  /** Leads to the answer; null for a request that takes none. */
  onAnswer: (() => void) | null
}

/** The same at the foot of a narrow window, where the page is long, and the way to the answer. */
function Foot({ neighbours: { previous, next }, onAnswer }: FootProps) {
  if (previous === null && next === null && !onAnswer) return null
  return (
    <nav className={classes.foot} aria-label="En la lista">
      {(previous !== null || next !== null) && (
        <div className={classes.steps}>
          <Step to={previous} label="Solicitud anterior">
            Anterior
          </Step>
          <Step to={next} label="Siguiente solicitud">
            Siguiente
          </Step>
        </div>
      )}
      {onAnswer && <Button onClick={onAnswer}>Responder</Button>}
    </nav>
  )
}

function Step({ to, label, children }: { to: number | null; label: string; children: ReactNode }) {
  const pathOf = useRowPath('/requests')
  const look = { variant: 'subtle', 'aria-label': label, children } as const
  return to === null ? (
    <Button {...look} disabled />
  ) : (
    <Button {...look} component={Link} to={pathOf(to)} />
  )
}

function DetailSkeleton() {
  return (
    <>
      <VisuallyHidden role="status">Cargando…</VisuallyHidden>
      <div aria-hidden="true">
        <Skeleton width="min(420px, 80%)" height={30} />
        <Skeleton width="min(320px, 60%)" height={18} style={{ marginTop: 12, marginBottom: 24 }} />
        <div className={classes.parts}>
          <Skeleton height={320} radius={14} />
          <Skeleton height={240} radius={14} />
        </div>
      </div>
    </>
  )
}

interface DetailProps {
  request: StaffRequest
  /** Read since the page was opened, not from an earlier visit. */
  isCurrent: boolean
  neighbours: Neighbours
}

function RequestDetail({ request, isCurrent, neighbours }: DetailProps) {
  const me = useStoredUser()
  // Kept here, since the form unmounts when somebody else closes the request.
  const [text, setText] = useSavedText(`answer:${request.id}`)
  const [kind, setKind] = useSavedText(`kind:${request.id}`)
  const [known, setKnown] = useState(request.version)
  const [wasCurrent, setWasCurrent] = useState(isCurrent)
  const [shown, setShown] = useState<StaffRequest>()
  const [answers, setAnswers] = useState(0)
  // What others did since the version that was last known.
  const [news, setNews] = useState<{ event: WireRequestEvent; known: number }>()
  if (isCurrent && !wasCurrent) {
    setWasCurrent(true)
    setKnown(request.version)
  }
  const possible: string[] = possibleAnswers(request)
  // An action whose response was lost shows only in what is read next.
  if (request !== shown) {
    const isOwn = ({ actor }: WireRequestEvent) =>
      actor === `${me?.first_name} ${me?.last_name}`.trim()
    const events = eventsSince(shown, request)
    const changes = events.filter((event) => event.kind !== 'note')
    const last = changes.filter((event) => !isOwn(event)).at(-1)
    setShown(request)
    if (shown && last) setNews({ event: last, known })
    if (known === shown?.version && changes.length > 0 && changes.every(isOwn)) {
      setKnown(request.version)
    }
    if (events.some((event) => isOwn(event) && isAnswerWith(text.trim(), event))) {
      setText('')
      setKind('')
      setAnswers(answers + 1)
    }
    // Without a text there is nothing to keep.
    if (kind && text.trim() === '' && !possible.includes(kind)) setKind('')
  }
  // What was written has no place any more: the form asks what to do with it, and choosing that is to have seen why.
  const isUndecided = kind !== '' && possible.length > 0 && !possible.includes(kind)
  const told = news?.known === known ? requestNews(news.event, serverNow()) : null
  // Paper unfolds nothing.
  const isPrinting = usePrinting()
  // There what is asked and the answer follow each other.
  const isNarrow = useMedia(NARROW) && !isPrinting
  const kept = useFocusKept<HTMLDivElement>('h1')
  const navigate = useNavigate()
  const pathOf = useRowPath('/requests')
  const [areKeysListed, setKeysListed] = useState(false)
  const [areKeysOn, setKeysOn] = useKeysSetting()
  const open = (id: number | null) => id !== null && void navigate(pathOf(id))
  const keys = requestKeys({
    onReply: () => write('resolve'),
    onAsk: () => write('ask'),
    onTemplate: () => {
      if (isAwaiting(request, kind)) write('resolve')
      pressIn(TEMPLATES_MENU)
    },
    onTake: () => document.getElementById(TAKE_BUTTON)?.click(),
    onShow: () => showNext([request, ...request.merged].flatMap(({ documents }) => documents)),
    onAccept: () => decideShown('accept'),
    onReject: () => decideShown('reject'),
    onNext: () => open(neighbours.next),
    onPrevious: () => open(neighbours.previous),
    onHelp: () => setKeysListed(true),
  })
  usePageKeys(keys, areKeysOn)

  function write(kind: 'resolve' | 'ask') {
    if (!possibleAnswers(request).includes(kind)) return
    // While the member's reply is awaited there is no field.
    flushSync(() => setKind(kind))
    document.getElementById(ANSWER_FIELD)?.focus()
  }

  return (
    <SetKnownVersion value={setKnown}>
      <VisuallyHidden role="status">{summaryOf(request)}</VisuallyHidden>
      <div {...kept}>
        <Head request={request} begin={isNarrow ? null : <Begin request={request} />} />
        {isNarrow && <Begin request={request} />}
        <div className={classes.parts}>
          <div className={classes.main}>
            {request.is_former_holder && (
              <Notice tone="warning">
                Ya no es titular de esta venta: contabilidad informa a otra persona. Puede leer esta
                solicitud y anularla, pero no agregarle nada. No le entregues datos de la venta.
              </Notice>
            )}
            <LastNote request={request} />
            <AskedFor request={request} />
            <MergedRequests request={request} />
            {request.answer && request.merged_into === null && <GivenAnswer request={request} />}
          </div>
          <div className={classes.side}>
            <div className={classes.answering}>
              {request.version > known && !isUndecided && (
                <ChangeNotice told={told} onSeen={() => setKnown(request.version)} />
              )}
              <NextStep
                key={answers}
                request={request}
                told={told}
                text={text}
                onText={setText}
                chosen={kind}
                onChoose={(next) => {
                  if (isUndecided) setKnown(request.version)
                  setKind(next)
                }}
                onNext={neighbours.next === null ? null : () => open(neighbours.next)}
              />
            </div>
            {!isNarrow && <MemberFacts request={request} />}
          </div>
          <div className={classes.main}>
            <Extend request={request} />
            {isNarrow ? <FoldedMember request={request} /> : <SaleAndOthers request={request} />}
            <History request={request} shown={shownSteps(isPrinting, isNarrow)} />
            {isNarrow && <OtherRequests request={request} />}
          </div>
        </div>
      </div>
      {isNarrow && (
        <Foot
          neighbours={neighbours}
          onAnswer={
            isActionAllowed('resolve', request.state) && !isAwaiting(request, kind)
              ? () => document.getElementById(ANSWER_FIELD)?.focus()
              : null
          }
        />
      )}
      {areKeysListed && (
        <KeysDialog
          parts={[
            { title: 'En una solicitud', keys },
            { title: 'En la lista', keys: queueKeys() },
          ]}
          isOn={areKeysOn}
          onSwitch={setKeysOn}
          onClose={() => setKeysListed(false)}
        />
      )}
    </SetKnownVersion>
  )
}

/** The focus brings it into view: a menu of a button out of view stays hidden. */
function pressIn(id: string) {
  const button = document.getElementById(id)?.querySelector('button')
  button?.focus()
  button?.click()
}

/** The events since the request was shown; at first also those that brought it into its state. */
function eventsSince(shown: StaffRequest | undefined, { state, events }: StaffRequest) {
  if (!shown) return state === 'in_review' ? [] : events
  return events.filter(({ id }) => id > (shown.events.at(-1)?.id ?? 0))
}

function isAnswerWith(text: string, event: WireRequestEvent): boolean {
  return text === event.text && /^(asked|resolved|rejected)$/.test(event.kind)
}

/** The state and the last event, announced after each action. */
function summaryOf({ state, merged_into, events }: StaffRequest): string {
  const last = events.at(-1)
  const isShort = last && /^(document_|assigned)/.test(last.kind)
  return [
    `Estado: ${stateLabel(state, merged_into)}`,
    last && titleOf(last),
    isShort && textOf(last),
  ]
    .filter(Boolean)
    .join('. ')
}

interface HeadProps {
  request: StaffRequest
  /** In line with the title; null where it is below. */
  begin: ReactNode
}

function Head({ request, begin }: HeadProps) {
  const { id, state, procedure, sent_at, closed_at, due_at, filed_by, merged_into } = request
  // The form that reopens it takes the focus instead.
  const title = useFocusOnArrival(useLocation().hash !== REOPEN_HASH)
  const pathOf = useRowPath('/requests')
  return (
    <div className={classes.head}>
      <div className={classes.title}>
        <h1 ref={title} tabIndex={-1}>
          {procedure.title}
        </h1>
        {begin}
      </div>
      <Asker request={request} />
      <p className={classes.detail}>
        Solicitud {requestNumber(id)}
        {sent_at && <UnbrokenDates text={` · Enviada el ${dateTimeInSantiago(sent_at)}`} />}
        {closed_at && <UnbrokenDates text={` · Cerrada el ${dateTimeInSantiago(closed_at)}`} />}
      </p>
      {filed_by && <p className={classes.detail}>Ingresada por {filed_by} de la cooperativa</p>}
      <div className={classes.state}>
        {merged_into === null ? (
          <RequestStateMark state={state} mergedInto={null} />
        ) : (
          <Link to={pathOf(merged_into)}>{stateLabel(state, merged_into)}</Link>
        )}
        {due_at && (
          <span className={classes.due}>
            Plazo: <DueDate request={request} isFull />
          </span>
        )}
      </div>
    </div>
  )
}

interface ChangeProps {
  /** Who did what last; null where that is not known. */
  told: string | null
  onSeen: () => void
}

/** Announces changes that others made while the request was open. */
function ChangeNotice({ told, onSeen }: ChangeProps) {
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="default" onClick={onSeen}>
          Entendido
        </Button>
      }
    >
      <UnbrokenDates
        text={told ? `${told}.` : 'Otra persona cambió esta solicitud mientras la mirabas.'}
      />{' '}
      Aquí ves cómo está ahora: revisa la historia antes de seguir.
    </Notice>
  )
}

/** Who has the request, and what one does first with it: to take it is the usual way. */
function Begin({ request }: { request: StaffRequest }) {
  return (
    <section className={classes.begin} aria-label="Encargado">
      <p>
        <span className={classes.detail}>Encargado</span> {request.assignee?.name ?? 'Sin asignar'}
      </p>
      {isOpen(request.state) && <Take request={request} />}
      {isActionAllowed('review', request.state) && <StartReview request={request} />}
      {isOpen(request.state) && (
        <details className={classes.about}>
          <summary>Asignar a otra persona</summary>
          <Assign key={request.assignee?.id} request={request} />
        </details>
      )}
    </section>
  )
}

/** Until then the member can cancel it; whoever answers begins the review by that. */
function StartReview({ request }: { request: StaffRequest }) {
  const action = useRequestAction(request.id)
  return (
    <>
      <Button
        variant="subtle"
        {...action.button}
        onClick={() => void action.run(() => startReview(request))}
      >
        Comenzar revisión
      </Button>
      <ActionFailure {...action} />
    </>
  )
}

/** The key that takes a request presses it. */
const TAKE_BUTTON = 'take-request'

function Take({ request }: { request: StaffRequest }) {
  const me = useStoredUser()
  const action = useRequestAction(request.id)
  if (!me || me.id === request.assignee?.id) return null
  return (
    <>
      <Button
        id={TAKE_BUTTON}
        variant="default"
        {...action.button}
        onClick={() => void action.run(() => assignRequest(request, me.id))}
      >
        Asignarme <VisuallyHidden>la solicitud</VisuallyHidden>
      </Button>
      <ActionFailure {...action} />
    </>
  )
}

function Assign({ request }: { request: StaffRequest }) {
  const { data: assignees = [] } = useQuery(assigneesQuery)
  const colleagues = assignees.filter(({ id }) => mayHandleRequest(id, request.member.id))
  const now = request.assignee ? String(request.assignee.id) : ''
  const [chosen, setChosen] = useState(now)
  const action = useRequestAction(request.id)

  return (
    <Stack gap="md">
      <form
        className={classes.choice}
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(() => assignRequest(request, chosen ? Number(chosen) : null))
        }}
      >
        <NativeSelect
          size="sm"
          label="Asignar a"
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[
            { value: '', label: 'Sin asignar' },
            // The current assignee may no longer be assignable.
            ...(request.assignee && !colleagues.some(({ id }) => id === request.assignee?.id)
              ? [{ value: now, label: request.assignee.name }]
              : []),
            ...colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        {chosen !== now && (
          <Button type="submit" size="sm" variant="default" {...action.button}>
            Asignar
          </Button>
        )}
      </form>
      <ActionFailure {...action} />
    </Stack>
  )
}

/** The answer that the member received. */
function GivenAnswer({ request: { answer, answer_files } }: { request: StaffRequest }) {
  return (
    <Card title="Respuesta al socio" tone="answer">
      <p className={classes.text}>{answer}</p>
      {answer_files.length > 0 && (
        <ul className={classes.documents}>
          {answer_files.map((file) => (
            <DocumentRow key={file.id} document={file} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The member's comment and documents. */
function AskedFor({ request }: { request: StaffRequest }) {
  const { comment, documents, procedure } = request
  const required = procedure.documents.length
  return (
    <Card title="Lo que pide">
      <p className={comment ? classes.text : classes.detail}>{comment || 'Sin comentarios.'}</p>
      {documents.length > 0 && (
        <Stack gap="md">
          <h3>{required > 0 ? documentsLabel(required) : OPTIONAL_FILES}</h3>
          <DocumentsWithPreview
            documents={documents}
            folded={request.replaced_documents}
            reviewOf={(document, onReviewed) => (
              <ReviewInViewer request={request} document={document} onReviewed={onReviewed} />
            )}
          >
            <ul className={classes.documents}>
              {documents.map((document) => (
                <ReviewedDocument key={document.id} request={request} document={document} />
              ))}
            </ul>
          </DocumentsWithPreview>
        </Stack>
      )}
      <details className={classes.about}>
        <summary>Qué dice el trámite</summary>
        <p className={classes.text}>{procedure.description}</p>
      </details>
    </Card>
  )
}

/** Texts and documents of the requests that were merged into this one. */
function MergedRequests({ request }: { request: StaffRequest }) {
  return request.merged.map((each) => <Merged key={each.id} request={request} merged={each} />)
}

/** Its documents are reviewed here, where it went on. */
function Merged({ request, merged }: { request: StaffRequest; merged: MergedRequest }) {
  const { id, procedure_title: title, sent_at, comment, documents } = merged
  const pathOf = useRowPath('/requests')
  return (
    <Card title={`De la solicitud ${requestNumber(id)}, que se unió a esta`}>
      <p className={classes.detail}>
        <Link to={pathOf(id)}>{title}</Link>
        {sent_at && <UnbrokenDates text={` · Enviada el ${dateTimeInSantiago(sent_at)}`} />}
      </p>
      <p className={comment ? classes.text : classes.detail}>{comment || 'Sin comentarios.'}</p>
      {documents.length > 0 && (
        <DocumentsWithPreview
          documents={documents}
          folded={[]}
          reviewOf={(document, onReviewed) => (
            <ReviewInViewer request={request} document={document} onReviewed={onReviewed} />
          )}
        >
          <ul className={classes.documents}>
            {documents.map((document) => (
              <ReviewedDocument key={document.id} request={request} document={document} />
            ))}
          </ul>
        </DocumentsWithPreview>
      )}
    </Card>
  )
}

/** What a colleague noted last, above what it may change: the history stands below the answer. */
function LastNote({ request: { state, events } }: { request: StaffRequest }) {
  const note = isOpen(state) && events.filter(({ kind }) => kind === 'note').at(-1)
  if (!note) return null
  return (
    <section className={classes.note} aria-label="Última nota">
      <p className={classes.text}>{note.text}</p>
      <p className={classes.detail}>
        Nota interna · {dateTimeInSantiago(note.at)} · {note.actor}
      </p>
    </section>
  )
}

/** Of the history; paper unfolds nothing. */
function shownSteps(isPrinting: boolean, isNarrow: boolean): number {
  if (isPrinting) return Number.POSITIVE_INFINITY
  return isNarrow ? 2 : 3
}

/** All events, including internal notes, those before the last ones folded. */
function History({ request, shown }: { request: StaffRequest; shown: number }) {
  const earlier = request.events.slice(0, -shown)
  return (
    <Card title="Historia">
      {earlier.length > 0 && (
        <details className={classes.about}>
          <summary>Ver {counted(earlier.length, 'paso anterior', 'pasos anteriores')}</summary>
          <div className={classes.earlier}>
            <RequestTimeline events={earlier} titleOf={titleOf} textOf={textOf} />
          </div>
        </details>
      )}
      <RequestTimeline events={request.events.slice(-shown)} titleOf={titleOf} textOf={textOf} />
      <NoteForm request={request} />
    </Card>
  )
}

function titleOf({ kind, helped }: WireRequestEvent): string {
  const name = requestEventNames[kind] ?? kind
  if (typeof helped !== 'boolean') return name
  return `${name} · «${helped ? ratingLabels.helped : ratingLabels.notHelped}»`
}

function textOf({ kind, text }: WireRequestEvent): string {
  return kind === 'assigned' && text === '' ? 'A nadie' : text
}

const VERSIONS_PER_NOTE = 0

/** An internal note, which only staff read. */
function NoteForm({ request }: { request: StaffRequest }) {
  const action = useUnversionedAction(request.id, VERSIONS_PER_NOTE)
  const [text, setText] = useSavedText(`note:${request.id}`)

  async function save(note: string) {
    const isDone = await action.run(() => addNote(request, note))
    if (isDone) setText('')
  }

  return (
    <div className={classes.note}>
      <TextActionForm
        label="Nota interna"
        description="Solo la ven los funcionarios."
        text={text}
        onText={setText}
        required={requestMessages.noteRequired.text}
        submit="Guardar nota"
        button={action.button}
        onSubmit={(note) => void save(note)}
        failure={<ActionFailure {...action} isTextSaved />}
      />
    </div>
  )
}
