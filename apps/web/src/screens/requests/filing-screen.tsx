import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { ApiError } from '../../api/client/api-error.ts'
import { filingOptionsQuery } from '../../api/staff/filings.ts'
import { ListSkeleton } from '../../list/list-skeleton.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ArrowLeftIcon } from '../../ui/icons/icons.tsx'
import { Content } from '../../ui/layout/content.tsx'
import { PageBody } from '../../ui/layout/page.tsx'
import { useFocusOnArrival } from '../../ui/use-focus-on-arrival.ts'
import classes from './filing/filing.module.css'
import { FilingForm } from './filing/filing-form.tsx'
import { MemberSearch } from './filing/member-search.tsx'

const TITLE = 'Ingresar solicitud por un socio'

/** A request that staff file for a member, who is chosen first. */
export function Screen() {
  const { id } = useParams()
  const navigate = useNavigate()
  const title = useFocusOnArrival()
  return (
    <Content title={TITLE}>
      <PageBody className={classes.page}>
        <Link className={classes.back} to="/requests">
          <ArrowLeftIcon size={18} />
          Volver a las solicitudes
        </Link>
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
