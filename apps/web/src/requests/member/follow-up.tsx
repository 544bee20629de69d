import type { MemberRequest } from '@carpeta/contract/requests'
import { type CalendarDate, shortDate } from '@carpeta/domain/dates/dates'
import {
  MAX_REQUEST_TEXT,
  ratingLabels,
  requestMessages,
} from '@carpeta/domain/requests/request-states'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { showErrors } from '../../forms/show-errors.ts'
import { salesQuery } from '../../sales/calls.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Textarea } from '../../ui/fields/inputs.ts'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { ActionFailure } from '../request-parts.tsx'
import { useSavedText } from '../saved-text.ts'
import { commentOnRequest, memberRequestQuery, rateAnswer, respondToAnswer } from './calls.ts'
import classes from './my-requests.module.css'

const kinds = {
  comment: {
    title: '¿Te faltó decir algo?',
    open: 'Agregar un comentario',
    label: 'Tu comentario',
    send: 'Enviar comentario',
    empty: requestMessages.commentRequired.text,
    call: commentOnRequest,
  },
  respond: {
    title: '¿Quedó algo sin resolver?',
    open: 'Responder a la cooperativa',
    label: 'Tu respuesta',
    send: 'Responder',
    empty: requestMessages.respondRequired.text,
    call: respondToAnswer,
  },
} as const

interface Props {
  request: MemberRequest
  kind: keyof typeof kinds
}

/** A comment while the request is under review, or a reply to its answer. */
export function FollowUpForm({ request, kind }: Props) {
  const { title, open, label, send, empty, call } = kinds[kind]
  const [text, setText] = useSavedText(followUpTextName(kind, request))
  const [isOpen, setOpen] = useState(text !== '')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { show, reload } = useRequestRefresh(request.id)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') {
      showErrors(event.currentTarget, () => setError(empty))
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      const changed = await call(request.id, text.trim())
      setText('')
      setOpen(false)
      await show(changed)
    } catch (failed) {
      setFailure(failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className={classes.part}>
      <h4>{request.state === 'rejected' ? '¿Tienes algo que agregar?' : title}</h4>
      <p className={classes.detail}>
        <UnbrokenDates text={consequence(kind, request)} />
      </p>
      {isOpen ? (
        <form className={classes.part} noValidate onSubmit={submit} aria-label={open}>
          <Textarea
            label={label}
            rows={3}
            maxLength={MAX_REQUEST_TEXT}
            autoFocus
            value={text}
            error={error}
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value)
              setError('')
            }}
          />
          <ActionFailure failure={failure} reload={reload} isTextSaved />
          <div>
            <Button type="submit" size="md" loading={isBusy}>
              {send}
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <Button variant="default" size="sm" onClick={() => setOpen(true)}>
            {open}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The key of the unsent text. */
export function followUpTextName(kind: Props['kind'], { id }: MemberRequest): string {
  return `${kind}:${id}`
}

function consequence(kind: Props['kind'], { respond_until }: MemberRequest): string {
  if (kind === 'comment' || !respond_until) return 'Quienes revisan tu trámite lo leerán.'
  const last = shortDate(respond_until as CalendarDate)
  return `Puedes responder hasta el ${last}, y la cooperativa lo revisará de nuevo.`
}

const choices = [
  { helped: true, label: ratingLabels.helped },
  { helped: false, label: ratingLabels.notHelped },
]

/** Asks whether the answer helped. The choice can be changed. */
export function RateAnswer({ request }: { request: MemberRequest }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { show, reload } = useRequestRefresh(request.id)
  const rated = request.events.filter(isAnswer).at(-1)?.helped ?? null

  async function rate(helped: boolean) {
    setBusy(true)
    setFailure(undefined)
    try {
      await show(await rateAnswer(request.id, helped))
    } catch (failed) {
      setFailure(failed)
    } finally {
      setBusy(false)
    }
  }

  return (
    <fieldset className={classes.rating} aria-label="¿Te sirvió esta respuesta?">
      <p>{rated === null ? '¿Te sirvió esta respuesta?' : 'Gracias por decirnos.'}</p>
      <ButtonRow>
        {choices.map(({ helped, label }) => (
          <Button
            key={label}
            variant={rated === helped ? 'filled' : 'default'}
            aria-pressed={rated === helped}
            aria-disabled={isBusy}
            onClick={() => void rate(helped)}
          >
            {label}
          </Button>
        ))}
      </ButtonRow>
      <ActionFailure failure={failure} reload={reload} />
    </fieldset>
  )
}

function isAnswer({ kind }: MemberRequest['events'][number]): boolean {
  return kind === 'resolved' || kind === 'rejected'
}

interface RequestRefresh {
  /** Shows the request that an action returned. */
  show: (request: MemberRequest) => Promise<void>
  /** Loads the current request after a conflict. Resolves to whether that worked. */
  reload: () => Promise<boolean>
}

/** Updates a request in the cache and reloads the list. */
export function useRequestRefresh(id: number): RequestRefresh {
  const client = useQueryClient()
  const readList = () => void client.invalidateQueries({ queryKey: salesQuery.queryKey })
  return {
    show: async (request) => {
      const { queryKey } = memberRequestQuery(id)
      // A read that began before would bring the earlier state back.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, request)
      readList()
    },
    reload: async () => {
      const isRead = await client.fetchQuery({ ...memberRequestQuery(id), retry: false }).then(
        () => true,
        () => false,
      )
      readList()
      return isRead
    },
  }
}
