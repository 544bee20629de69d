import type { MemberRequest, WireRequestEvent } from '@carpeta/contract/requests'
import { replyError } from '@carpeta/domain/requests/request-states'
import { useQuery } from '@tanstack/react-query'
import { TabSkeleton } from '../../sales/dashboard/tab-parts.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { openDraft } from '../draft.ts'
import { type DraftSource, draftQuery, readDraft } from '../draft-calls.ts'
import { DraftForm } from '../draft-form.tsx'
import type { FormSlot } from '../form-draft.ts'
import { ActionFailure } from '../request-parts.tsx'
import { replyToRequest } from './calls.ts'
import { useRequestRefresh } from './follow-up.tsx'
import classes from './my-requests.module.css'

/** The reply to a question of the cooperative, with the documents to replace. */
export function ReplyForm({ request }: { request: MemberRequest }) {
  const { id, documents } = request
  const { show, reload } = useRequestRefresh(id)
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
  return (
    <DraftForm
      key={asked}
      name="Responder"
      className={classes.reply}
      open={(client) => openDraft(client, source, data)}
      intro={
        <div>
          <h4>La cooperativa te pide</h4>
          <p className={classes.text}>
            {lastAsking(request)?.text || 'Reemplaza los documentos rechazados.'}
          </p>
        </div>
      }
      documents={(count) =>
        count === 1 ? 'Documento por reemplazar' : 'Documentos por reemplazar'
      }
      label="Comentarios"
      description={(count) =>
        count > 0 ? 'Si no puedes reemplazar un documento, escribe aquí por qué.' : ''
      }
      lackOf={(slots, text) => lackOf(request, slots, text)}
      failure={(error) => <ActionFailure failure={error} reload={reload} isTextSaved />}
      submit="Responder"
    />
  )
}

/** The latest question of the cooperative. */
export function lastAsking({ events }: MemberRequest): WireRequestEvent | undefined {
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
  const attached = slots.filter(({ files }) => files.length > 0)
  const rejected = slots.filter((slot) => !slot.is_optional && !attached.includes(slot))
  const documents = { rejected: rejected.length, attached: before + attached.length }
  const error = replyError(documents, comment)
  return error?.text ?? null
}
