import { MIN_SEARCH } from '@carpeta/domain/access/staff-views'
import { formatRut } from '@carpeta/domain/people/rut'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { showErrors } from '../../forms/show-errors.ts'
import { ListSkeleton } from '../../list/list-skeleton.tsx'
import { startDetail } from '../../list/start-calls.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Content } from '../../ui/layout/content.tsx'
import { PageBody } from '../../ui/layout/page.tsx'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import { type FilingMember, filingMembersQuery, filingOptionsQuery } from './calls.ts'
import classes from './filing.module.css'
import { FilingForm } from './filing-form.tsx'

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
