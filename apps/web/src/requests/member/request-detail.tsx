import type { MemberRequest, WireRequestEvent } from '@carpeta/contract/requests'
import { type CalendarDate, dateTimeInSantiago, todayInSantiago } from '@carpeta/domain/dates/dates'
import { answerPromise } from '@carpeta/domain/requests/answer-promise'
import { NO_REPLY_DEADLINE } from '@carpeta/domain/requests/request-labels'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import {
  canComment,
  canRate,
  isActionAllowed,
  isClosed,
  type RequestState,
} from '@carpeta/domain/requests/request-states'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { serverNow } from '../../api/server-clock.ts'
import { WriteToUs } from '../../environment/write-to-us.tsx'
import { Confirmation } from '../../forms/confirmation.tsx'
import { useArrival } from '../../sales/dashboard/hooks.ts'
import { TabSkeleton } from '../../sales/dashboard/tab-parts.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { useIsView } from '../../session/use-is-view.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { BackButton } from '../../ui/layout/back-link.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { searchOfRequest } from '../member-address.ts'
import { ActionFailure, DocumentReview, DocumentRow, RequestTimeline } from '../request-parts.tsx'
import { RequestStateMark } from '../request-state.tsx'
import { useSavedText } from '../saved-text.ts'
import { cancelRequest, memberRequestQuery } from './calls.ts'
import { FollowUpForm, followUpTextName, RateAnswer, useRequestRefresh } from './follow-up.tsx'
import classes from './my-requests.module.css'
import { lastAsking, ReplyForm, replyTextName } from './reply-form.tsx'

interface RequestDetailProps {
  /** From the address, so it may be no valid id. */
  id: number
  onBack: () => void
}

export function RequestDetail({ id, onBack }: RequestDetailProps) {
  const isNumber = Number.isSafeInteger(id) && id > 0
  const {
    data: request,
    error,
    refetch,
  } = useQuery({
    ...memberRequestQuery(id),
    enabled: isNumber,
  })
  const isMissing = !isNumber || isUnknown(error)
  return (
    <>
      <BackButton onClick={onBack}>Volver a mis trámites</BackButton>
      {isMissing && <Notice tone="error">No encontramos este trámite entre los tuyos.</Notice>}
      {!isMissing && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {isNumber && !request && !error && <TabSkeleton />}
      {/* Stays mounted after a failed reload, to keep the unsent reply. */}
      {!isMissing && request && <Request request={request} />}
    </>
  )
}

function Request({ request }: { request: MemberRequest }) {
  const isView = useIsView()
  const may = (action: 'reply' | 'cancel') => !isView && isActionAllowed(action, request.state)
  // The form to reply says what is asked and why a document was rejected: below it is not said again.
  const asked = may('reply') ? lastAsking(request) : undefined
  return (
    <>
      <RequestHead request={request} />
      {may('reply') ? (
        <ReplyForm request={request} />
      ) : (
        <UnsentText request={request} name={replyTextName(request)} kind="replied" />
      )}
      {request.answer && request.merged_into === null && (
        <RequestAnswer request={request}>
          {!isView && canRate(request.state) && <RateAnswer request={request} />}
        </RequestAnswer>
      )}
      {!isView && request.can_respond ? (
        <FollowUpForm request={request} kind="respond" />
      ) : (
        <UnsentText
          request={request}
          name={followUpTextName('respond', request)}
          kind="responded"
        />
      )}
      {isActionAllowed('respond', request.state) && <AskAboutAnswer request={request} />}
      {!request.answer && request.answer_files.length > 0 && <EarlierFiles request={request} />}
      {request.documents.length > 0 && (
        <UploadedDocuments request={request} isAsked={may('reply')} />
      )}
      {request.comment && (
        <section className={classes.part}>
          <h4>Tu comentario</h4>
          <p className={classes.text}>{request.comment}</p>
        </section>
      )}
      <MergedRequests request={request} />
      {!isView && canComment(request.state) ? (
        <FollowUpForm request={request} kind="comment" />
      ) : (
        <UnsentText
          request={request}
          name={followUpTextName('comment', request)}
          kind="commented"
        />
      )}
      <RequestHistory request={request} asked={asked} />
      {may('cancel') && <CancelRequest request={request} />}
    </>
  )
}

function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The meaning of each state for the member. */
const meanings: Record<RequestState, string> = {
  draft: 'Todavía no lo has enviado.',
  sent: 'La cooperativa recibió tu trámite y pronto comenzará a revisarlo.',
  in_review: 'La cooperativa está revisando tu trámite.',
  missing: 'La cooperativa necesita algo más de tu parte para seguir.',
  resolved: 'La cooperativa respondió tu trámite y lo dio por resuelto.',
  rejected: 'La cooperativa no pudo acoger tu trámite. El motivo está en la respuesta.',
  cancelled: 'Anulaste este trámite.',
}

function RequestHead({ request }: { request: MemberRequest }) {
  const { id, state, procedure, sent_at, closed_at, filed_by, merged_into, events } = request
  const hasReplied = state === 'in_review' && isReply(events.at(-1))
  // The form of a reply ends below the head, which says what becomes of it.
  const head = useArrival<HTMLDivElement>(String(events.filter(isReply).length))
  return (
    <div ref={head} className={classes.head} tabIndex={-1}>
      <h3>{procedure.title}</h3>
      <p className={classes.detail}>
        Solicitud {requestNumber(id)}
        {sent_at && (
          <UnbrokenDates
            text={` · ${filed_by ? 'Ingresada' : 'Enviada'} el ${dateTimeInSantiago(sent_at)}`}
          />
        )}
        {closed_at && <UnbrokenDates text={` · Cerrada el ${dateTimeInSantiago(closed_at)}`} />}
      </p>
      {filed_by && <p className={classes.detail}>Ingresada por {filed_by} de la cooperativa</p>}
      <p className={classes.now}>
        <RequestStateMark state={state} mergedInto={merged_into} />
        <span>
          {merged_into === null ? (
            hasReplied ? (
              'Recibimos tu respuesta.'
            ) : (
              meanings[state]
            )
          ) : (
            <>
              Lo unimos a tu{' '}
              <Link to={{ search: searchOfRequest(request.sale_code, merged_into) }}>
                solicitud {requestNumber(merged_into)}
              </Link>
              : seguimos ahí, y los respondemos juntos.
            </>
          )}
        </span>
      </p>
      {request.answer_by ? (
        <Due
          date={request.answer_by as CalendarDate}
          verb={hasReplied ? 'contestar' : 'responder'}
        />
      ) : (
        state === 'missing' && <p className={classes.due}>{NO_REPLY_DEADLINE}</p>
      )}
    </div>
  )
}

function isReply(event: WireRequestEvent | undefined): boolean {
  return event?.kind === 'replied' || event?.kind === 'responded'
}

/** When the cooperative answers. */
function Due({ date, verb }: { date: CalendarDate; verb: 'responder' | 'contestar' }) {
  const text = answerPromise(date, todayInSantiago(serverNow()), verb)
  return (
    <p className={classes.due}>
      <UnbrokenDates text={text} />
    </p>
  )
}

type Kind = WireRequestEvent['kind']

const happened: Partial<Record<Kind, string>> = {
  sent: 'Enviaste el trámite',
  filed: 'La cooperativa ingresó el trámite por ti',
  merged: 'La cooperativa lo unió a otro trámite tuyo',
  absorbed: 'La cooperativa le unió otro trámite tuyo',
  cancelled: 'Anulaste el trámite',
  review: 'La cooperativa comenzó a revisarlo',
  asked: 'La cooperativa pidió algo más',
  replied: 'Respondiste',
  commented: 'Comentaste',
  responded: 'Respondiste a la respuesta',
  resolved: 'La cooperativa respondió y lo dio por resuelto',
  rejected: 'La cooperativa respondió que no puede acogerlo',
  reopened: 'La cooperativa volvió a abrirlo',
  extended: 'La cooperativa prorrogó el plazo',
  document_accepted: 'La cooperativa aceptó un documento',
  document_rejected: 'La cooperativa rechazó un documento',
  document_replaced: 'Reemplazaste un documento',
}

interface HistoryProps {
  request: MemberRequest
  /** What the form above asks. */
  asked: WireRequestEvent | undefined
}

/** The history that the member can read. */
function RequestHistory({ request: { events, answer }, asked }: HistoryProps) {
  // The other events are internal.
  const shown = events.filter(({ kind }) => kind in happened)
  return (
    <section className={classes.part}>
      <h4>Historia</h4>
      <RequestTimeline
        // The titles already name the actor.
        events={shown.map((event) => ({ ...event, actor: '' }))}
        titleOf={({ kind }) => happened[kind] ?? ''}
        // The full answer is shown above; of a merged request it is none.
        textOf={({ id, kind, text }) =>
          (text === answer && kind !== 'merged') || id === asked?.id ? '' : text
        }
      />
    </section>
  )
}

interface Props {
  request: MemberRequest
  /** The actions that the member still has. */
  children?: ReactNode
}

/** The cooperative's answer with its files. */
function RequestAnswer({ request, children }: Props) {
  return (
    <section className={classes.part} data-answer>
      <h4>Respuesta de la cooperativa</h4>
      <p className={classes.text}>{request.answer}</p>
      {request.answer_files.length > 0 && <AnswerFiles request={request} />}
      {children}
    </section>
  )
}

/** Whom to ask after a no, or once it is too late to reply to the answer. */
function AskAboutAnswer({ request: { id, state, can_respond } }: { request: MemberRequest }) {
  if (can_respond && state === 'resolved') return null
  const number = requestNumber(id)
  return (
    <section className={classes.part}>
      <p>
        {can_respond ? 'Si prefieres hablarlo' : 'Si tienes dudas de esta respuesta'},{' '}
        <WriteToUs about={`Solicitud ${number}`} /> e indica la{' '}
        <span className={classes.whole}>solicitud {number}</span>.
      </p>
    </section>
  )
}

/** The files of an earlier answer stay available after the request is reopened. */
function EarlierFiles({ request }: { request: MemberRequest }) {
  return (
    <section className={classes.part}>
      <h4>Archivos de una respuesta anterior</h4>
      <AnswerFiles request={request} />
    </section>
  )
}

function AnswerFiles({ request }: { request: MemberRequest }) {
  return (
    <Stack as="ul" gap="md">
      {request.answer_files.map((file) => (
        <DocumentRow key={file.id} document={file} />
      ))}
    </Stack>
  )
}

/** Documents of the requests that were merged into this one. */
function MergedRequests({ request }: { request: MemberRequest }) {
  return request.merged.map(({ id, procedure_title: title, sent_at, comment, documents }) => (
    <section key={id} className={classes.part}>
      <h4>De tu solicitud {requestNumber(id)}, que unimos a esta</h4>
      <p className={classes.detail}>
        {title}
        {sent_at && <UnbrokenDates text={` · Enviada el ${dateTimeInSantiago(sent_at)}`} />}
      </p>
      {comment && <p className={classes.text}>{comment}</p>}
      {documents.length > 0 && <OwnDocuments state={request.state} documents={documents} />}
    </section>
  ))
}

interface DocumentsProps {
  request: MemberRequest
  /** The form above asks for the rejected ones, with their reasons. */
  isAsked: boolean
}

/** The member's documents with their review. */
function UploadedDocuments({ request: { documents, state }, isAsked }: DocumentsProps) {
  return (
    <section className={classes.part}>
      <h4>Tus documentos</h4>
      <OwnDocuments
        state={state}
        documents={isAsked ? documents.map((each) => ({ ...each, reason: '' })) : documents}
      />
    </section>
  )
}

function OwnDocuments({ documents, state }: Pick<MemberRequest, 'documents' | 'state'>) {
  return (
    <Stack as="ul" gap="md">
      {documents.map((document) => (
        <DocumentRow key={document.id} document={document}>
          {/* In a closed request, a pending review will not happen. */}
          {!(isClosed(state) && document.review === 'pending') && (
            <DocumentReview document={document} />
          )}
        </DocumentRow>
      ))}
    </Stack>
  )
}

interface UnsentTextProps {
  request: MemberRequest
  /** The key of the saved text. */
  name: string
  /** The event of a text that was sent. */
  kind: Kind
}

/** A text that was not sent while it still could be, to copy or discard. */
function UnsentText({ request, name, kind }: UnsentTextProps) {
  const isView = useIsView()
  const [text, setText] = useSavedText(name)
  // It may have been sent although its response was lost.
  const wasSent = request.events.some(
    (event) => event.kind === kind && event.text.trim() === text.trim(),
  )
  if (isView || text === '' || wasSent) return null
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="default" onClick={() => setText('')}>
          Descartar
        </Button>
      }
    >
      <p>Lo que escribiste no se envió:</p>
      <p className={classes.text}>{text}</p>
    </Notice>
  )
}

/** Cancels a request that no one reviews yet, or that waits for the member. */
function CancelRequest({ request: { id, state } }: { request: MemberRequest }) {
  const [isAsking, setAsking] = useState(false)
  const { show, reload } = useRequestRefresh(id)

  /** The request changed: the reloaded page shows its state and the possible actions. */
  async function seeNews() {
    const isRead = await reload()
    if (isRead) setAsking(false)
    return isRead
  }

  return (
    <div className={classes.cancel}>
      <p className={classes.detail}>
        {state === 'missing'
          ? 'Mientras espera tu respuesta, puedes anular este trámite.'
          : 'Mientras la cooperativa no lo esté revisando, puedes anular este trámite.'}
      </p>
      <Button variant="default" size="sm" onClick={() => setAsking(true)}>
        Anular
      </Button>
      {isAsking && (
        <Confirmation
          title="¿Anular este trámite?"
          confirm="Sí, anular"
          isDanger
          cancel="No anular"
          action={async () => show(await cancelRequest(id))}
          onClose={() => setAsking(false)}
          failureOf={(failure) => <ActionFailure failure={failure} reload={seeNews} />}
        >
          <p>
            La cooperativa ya no lo revisará. Si lo necesitas después, tendrás que pedirlo de nuevo.
          </p>
        </Confirmation>
      )}
    </div>
  )
}
