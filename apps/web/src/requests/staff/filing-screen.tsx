import { MIN_SEARCH } from '@carpeta/domain/access/staff-views'
import { formatRut } from '@carpeta/domain/people/rut'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { FormFrame } from '../../forms/form-frame.tsx'
import { showErrors } from '../../forms/show-errors.ts'
import { ListSkeleton } from '../../list/list-skeleton.tsx'
import { startDetail } from '../../list/start-calls.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { NativeSelect, TextInput } from '../../ui/fields/inputs.ts'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Content } from '../../ui/layout/content.tsx'
import { PageBody } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { openDraft } from '../draft.ts'
import { type DraftSource, draftQuery, filingSource } from '../draft-calls.ts'
import { DraftForm } from '../draft-form.tsx'
import { useSavedText } from '../saved-text.ts'
import {
  type FilingMember,
  type FilingOptions,
  filingMembersQuery,
  filingOptionsQuery,
  REQUESTS,
} from './calls.ts'
import classes from './filing.module.css'

const TITLE = 'Ingresar solicitud por un socio'

export const loader = startDetail((client, id) => client.prefetchQuery(filingOptionsQuery(id)))

/** A request that staff file for a member, who is chosen first. */
export function Component() {
  const { id } = useParams()
  const navigate = useNavigate()
  const title = useFocusOnArrival()
  return (
    <Content title={TITLE}>
      <PageBody className={classes.page}>
        <BackLink to="/requests">Volver a las solicitudes</BackLink>
        <div className={classes.head}>
          <h1 ref={title} tabIndex={-1}>
            {TITLE}
          </h1>
          <p className={classes.detail}>
            Queda como si la hubiera enviado, con los mismos plazos. El socio recibe un correo y ve
            tu nombre en ella.
          </p>
        </div>
        {id === undefined ? (
          <MemberSearch onChosen={({ id }) => void navigate(`/requests/new/${id}`)} />
        ) : (
          <ChosenMember key={id} id={Number(id)} />
        )}
      </PageBody>
    </Content>
  )
}

function ChosenMember({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({ ...filingOptionsQuery(id), staleTime: 0 })
  if (data) return <FilingForm options={data} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 403)) {
    return (
      <Notice tone="error">
        {error.status === 404
          ? 'No encontramos a este socio.'
          : 'No puedes ingresar una solicitud por ti.'}{' '}
        <Link to="/requests/new">Elegir a otro</Link>
      </Notice>
    )
  }
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return <ListSkeleton />
}

const MAX_TYPED = 100

/** Finds the member by name, rut or email. */
function MemberSearch({ onChosen }: { onChosen: (member: FilingMember) => void }) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [problem, setProblem] = useState('')
  const { data, error, refetch } = useQuery({
    ...filingMembersQuery(asked),
    enabled: asked !== '',
    staleTime: 0,
  })

  function search(event: FormEvent) {
    event.preventDefault()
    const text = typed.trim()
    const isShort = text.length < MIN_SEARCH
    showErrors(event.currentTarget, () =>
      setProblem(isShort ? 'Escribe al menos dos letras o números' : ''),
    )
    if (!isShort) setAsked(text)
  }

  return (
    <Card title="¿Por quién?">
      <form className={classes.search} noValidate onSubmit={search}>
        <TextInput
          label="Nombre, rut o correo del socio"
          type="search"
          maxLength={MAX_TYPED}
          value={typed}
          error={problem}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" size="sm">
          Buscar
        </Button>
      </form>
      {asked !== '' && !data && !error && (
        <>
          <VisuallyHidden role="status">Buscando…</VisuallyHidden>
          <Skeleton height={96} radius={10} />
        </>
      )}
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <p role="status" className={classes.detail}>
          No encontramos a nadie con «{asked}».
        </p>
      )}
      {data && data.length > 0 && (
        <ul className={classes.members} aria-label="Socios encontrados">
          {data.map((member) => (
            <li key={member.id}>
              <span>
                <span className={classes.name}>{member.name}</span>
                <span className={classes.detail}>{formatRut(member.social_security)}</span>
              </span>
              <Button
                variant="default"
                aria-label={`Elegir a ${member.name}`}
                onClick={() => onChosen(member)}
              >
                Elegir
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const SUBMIT = 'Ingresar la solicitud'

interface Chosen {
  procedureId: string
  saleCode: string
}

/** The same fields and rules as the member's own form. */
function FilingForm({ options }: { options: FilingOptions }) {
  const { member, procedures } = options
  // What was chosen is found again after a reload; what was written is in its draft.
  const [saved, save] = useSavedText(`filing-form:${member.id}`)
  const chosen: Chosen = saved ? JSON.parse(saved) : { procedureId: '', saleCode: '' }
  const choose = (part: Partial<Chosen>) => save(JSON.stringify({ ...chosen, ...part }))
  const [error, setError] = useState('')
  /** Follows to another procedure or sale. */
  const [text, setText] = useState('')
  const fields = useRef<HTMLDivElement>(null)
  const procedure = procedures.find(({ id }) => String(id) === chosen.procedureId)
  const sales = procedure
    ? options.sales.filter(({ is_open: isOpen }) => isOpen || !procedure.needs_open_sale)
    : []
  const sale = sales.find(({ code }) => code === chosen.saleCode) ?? sales[0]
  const target = procedure && sale && { procedureId: procedure.id, saleCode: sale.code }
  const source = target && filingSource(member.id, target)

  function missProcedure(event: FormEvent) {
    event.preventDefault()
    showErrors(fields.current, () =>
      setError(procedure ? '' : requestMessages.procedureRequired.text),
    )
  }

  return (
    <>
      <Card title="Socio">
        <p className={classes.name}>{member.name}</p>
        <p className={classes.detail}>{formatRut(member.social_security)}</p>
        <Link className={classes.other} to="/requests/new">
          Elegir a otro
        </Link>
      </Card>
      <Card title="La solicitud">
        <div ref={fields} className={classes.fields}>
          <Stack gap="lg">
            <NativeSelect
              label="Trámite"
              value={procedure?.id ?? ''}
              error={error}
              onChange={({ currentTarget }) => {
                choose({ procedureId: currentTarget.value })
                setError('')
              }}
              data={[
                { value: '', label: 'Elige uno' },
                ...procedures.map(({ id, title }) => ({ value: String(id), label: title })),
              ]}
            />
            {procedure && sales.length === 0 && (
              <Notice tone="warning">
                {member.name} no tiene una venta abierta para este trámite.
              </Notice>
            )}
            {sales.length > 0 && (
              <NativeSelect
                label="Venta"
                value={sale?.code ?? ''}
                onChange={({ currentTarget }) => choose({ saleCode: currentTarget.value })}
                data={sales.map(({ code, project }) => ({
                  value: code,
                  label: [code, project].filter(Boolean).join(' · '),
                }))}
              />
            )}
          </Stack>
        </div>
        {source ? (
          <Filing
            key={source.name}
            source={source}
            text={text}
            onText={setText}
            onSent={() => save('')}
          />
        ) : (
          <FormFrame
            size="md"
            submit={SUBMIT}
            isBusy={false}
            notice={null}
            onSubmit={missProcedure}
          >
            {null}
          </FormFrame>
        )}
      </Card>
    </>
  )
}

interface FilingProps {
  source: DraftSource
  /** What was written before another procedure or sale was chosen. */
  text: string
  onText: (text: string) => void
  onSent: () => void
}

function Filing({ source, text, onText, onSent }: FilingProps) {
  const { data, error, refetch } = useQuery(draftQuery(source))
  const client = useQueryClient()
  const navigate = useNavigate()
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton />
  return (
    <DraftForm
      open={(client) => openDraft(client, source, data)}
      initialText={text}
      label="Qué pide"
      description={() => 'El socio lo lee como parte de su solicitud.'}
      onText={onText}
      submit={SUBMIT}
      onSent={async (id) => {
        onSent()
        await client.invalidateQueries({ queryKey: [REQUESTS] })
        await navigate(`/requests/${id}`)
      }}
    />
  )
}
