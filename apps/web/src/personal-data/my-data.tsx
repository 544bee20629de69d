import type { User } from '@carpeta/contract/auth'
import type { dataSubjectRequestSchema } from '@carpeta/contract/personal-data'
import { DATA_SUBJECT_ANSWER_DAYS } from '@carpeta/domain/personal-data/data-subject-requests'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { MAX_REQUEST_TEXT } from '@carpeta/domain/requests/request-states'
import { saleForDataSubjectRequests } from '@carpeta/domain/sales/sale-rules'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { answered } from '../api/client.ts'
import { download } from '../api/download.ts'
import { optionalQuery } from '../api/optional-query.ts'
import { randomName } from '../api/random-name.ts'
import { CooperativeEmail } from '../environment/cooperative-email.tsx'
import { showErrors } from '../forms/show-errors.ts'
import { sendRequest } from '../requests/draft-calls.ts'
import { createRequest } from '../requests/member/calls.ts'
import { searchOfRequest } from '../requests/member-address.ts'
import { salesQuery } from '../sales/calls.ts'
import { useIsExtended } from '../session/extended.ts'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Textarea } from '../ui/fields/inputs.ts'
import { DownloadIcon } from '../ui/icons/icons.tsx'
import { FoldedCard } from '../ui/layout/folded-card.tsx'
import { useDownload } from '../ui/use-download.ts'
import classes from './my-data.module.css'

/** Downloads of one's own data, and the member's data-subject requests. */
export function MyData({ user }: { user: User | undefined }) {
  const { underWay, failure, save } = useDownload()
  const isOffered = useIsExtended()
  if (!user || !isOffered) return null

  function button(format: 'json' | 'pdf', label: string) {
    const name = `mis-datos.${format}`
    return (
      <Button
        variant="default"
        leftSection={<DownloadIcon size={18} />}
        loading={underWay === name}
        disabled={underWay !== null}
        onClick={() => void save(name, () => downloadOwnData(format))}
      >
        {label}
      </Button>
    )
  }

  return (
    <FoldedCard id="mis-datos" title="Mis datos" state={stateFor(user)}>
      <p className={classes.detail}>
        Descarga todo lo que el portal guarda de ti: en PDF para leerlo, o en JSON para llevarlo a
        otro programa. El <Link to="/privacy">aviso de privacidad</Link> explica para qué se usa.
      </p>
      <div className={classes.buttons}>
        {button('pdf', 'Descargar PDF')}
        {button('json', 'Descargar JSON')}
      </div>
      {failure !== undefined && <FailureNotice error={failure} />}
      {user.profile?.is_client && <DataRequestList />}
    </FoldedCard>
  )
}

function stateFor(user: User): string {
  return user.profile?.is_client ? 'Descárgalos, o pide corregirlos o borrarlos' : 'Descárgalos'
}

/** The data-subject requests, each with its form. */
function DataRequestList() {
  const requests = useQuery(dataSubjectRequestsQuery)
  const sales = useQuery(salesQuery)
  const error = requests.error ?? sales.error
  const retry = () => void Promise.all([requests.refetch(), sales.refetch()])
  if (requests.data === null) return null
  return (
    <>
      <h3 className={classes.requestsTitle}>Tus derechos</h3>
      {error && <LoadFailure error={error} onRetry={retry} />}
      {requests.data && sales.data ? (
        <DataSubjectRequests
          requests={requests.data}
          saleCode={saleForDataSubjectRequests(sales.data)?.code}
        />
      ) : (
        !error && <Skeleton height={96} />
      )}
    </>
  )
}

interface Props {
  requests: DataSubjectRequest[]
  /** A request belongs to a sale; a member without one writes an email. */
  saleCode: string | undefined
}

function DataSubjectRequests({ requests, saleCode }: Props) {
  return (
    <>
      <p className={classes.detail}>
        Respondemos en {DATA_SUBJECT_ANSWER_DAYS} días corridos.
        {saleCode === undefined && (
          <>
            {' '}
            Para pedirlos, escribe a <CooperativeEmail />.
          </>
        )}
      </p>
      {requests.map((request) => (
        <details key={request.id} className={classes.request}>
          <summary>{request.title}</summary>
          <p>{request.description}</p>
          {saleCode !== undefined && <DataRequestForm request={request} saleCode={saleCode} />}
        </details>
      ))}
    </>
  )
}

interface DataRequestFormProps {
  request: DataSubjectRequest
  saleCode: string
}

/** Sends a data-subject request, which has a legal deadline. */
function DataRequestForm({ request, saleCode }: DataRequestFormProps) {
  const [sent, setSent] = useState<number | null>(null)
  if (sent === null) return <Form request={request} saleCode={saleCode} onSent={setSent} />
  return (
    <div className={classes.sent}>
      <Notice
        tone="success"
        action={
          <Button variant="default" onClick={() => setSent(null)}>
            Pedir otra vez
          </Button>
        }
      >
        Recibimos lo que pediste. Puedes seguirlo en{' '}
        <Link to={`/dashboard${searchOfRequest(saleCode, sent)}`}>Mis Trámites</Link>.
      </Notice>
    </div>
  )
}

function Form({
  request,
  saleCode,
  onSent,
}: DataRequestFormProps & { onSent: (id: number) => void }) {
  const [comment, setComment] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  // A retry sends the same request.
  const [key] = useState(randomName)
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const id = await createRequest({ procedureId: request.id, saleCode }, comment, key)
      await sendRequest(id)
      return id
    },
    onSuccess: (id) => {
      onSent(id)
      // The sales data contain the requests.
      void client.invalidateQueries({ queryKey: salesQuery.queryKey })
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    showErrors(event.currentTarget, () => setEmpty(comment.trim() === ''))
    if (comment.trim() !== '') mutate()
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Textarea
        label="Qué necesitas"
        aria-label={`Qué necesitas: ${request.title}`}
        rows={3}
        maxLength={MAX_REQUEST_TEXT}
        value={comment}
        error={isEmpty && documentMessages.commentRequired.text}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      {error && <FailureNotice error={error} />}
      <Button type="submit" loading={isPending} aria-label={`Pedir: ${request.title}`}>
        Pedir
      </Button>
    </form>
  )
}

type DataSubjectRequest = z.infer<typeof dataSubjectRequestSchema>

/** All of the member's data: JSON for programs, PDF for reading. */
function downloadOwnData(format: 'json' | 'pdf'): Promise<Blob | null> {
  return format === 'json'
    ? download('GET /api/client/data.json')
    : download('GET /api/client/data.pdf')
}

/** The data-subject requests that a member can send. */
const dataSubjectRequestsQuery = optionalQuery({
  queryKey: ['member', 'data-subject requests'],
  queryFn: async ({ signal }): Promise<DataSubjectRequest[]> => {
    const { results }: { results?: DataSubjectRequest[] } = await answered(
      'GET /api/client/rights/',
      { signal },
    )
    return results ?? []
  },
})
