import { can } from '@carpeta/domain/access/permissions'
import { formatRut } from '@carpeta/domain/people/rut'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { requestMemberQuery, type StaffRequest } from '../../../../api/workbench.ts'
import { LoadFailure } from '../../../../session/failures/load-failure.tsx'
import { useStoredUser } from '../../../../session/use-stored-user.ts'
import { VisuallyHidden } from '../../../../ui/display/visually-hidden.tsx'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import classes from '../detail.module.css'
import { OtherRequests } from './other-requests.tsx'
import { SaleFacts } from './sale-facts.tsx'

/** Who asks, by what staff look up while they answer. The server leaves out what the user may not see. */
export function MemberFacts({ request }: { request: StaffRequest }) {
  const { member } = request
  const me = useStoredUser() ?? null
  const { data, error, refetch } = useQuery(requestMemberQuery(request.id))
  const phone = data?.sale?.phone ?? ''
  return (
    <>
      <Card title="Socio">
        <dl className={classes.facts}>
          <VisuallyHidden component="dt">Nombre</VisuallyHidden>
          <dd className={classes.name}>{member.name}</dd>
          <dt>Rut</dt>
          <dd>{formatRut(member.social_security) || '-'}</dd>
          {phone && (
            <>
              <dt>Teléfono</dt>
              <dd>
                <a href={`tel:${dialled(phone)}`}>{phone}</a>
              </dd>
            </>
          )}
          <dt>Correo</dt>
          <dd>{member.email ? <a href={`mailto:${member.email}`}>{member.email}</a> : '-'}</dd>
        </dl>
        {can(me, 'users.manage_users') && (
          <Link className={classes.account} to={`/users/${member.id}`}>
            Ver su ficha
          </Link>
        )}
      </Card>
      <SaleFacts request={request} sale={data?.sale} />
      {data && <OtherRequests request={request} rows={data.requests} />}
      {!data && !error && <Skeleton height={120} radius={14} />}
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
    </>
  )
}

/** Accounting's text has spaces and dots. */
function dialled(phone: string): string {
  return phone.replace(/[^+\d]/g, '')
}
