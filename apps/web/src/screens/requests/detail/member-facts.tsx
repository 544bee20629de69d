import { can } from '@carpeta/domain/access/permissions'
import { formatRut } from '@carpeta/domain/people/rut'
import { Link } from 'react-router'
import type { StaffRequest } from '../../../api/workbench.ts'
import { useStoredUser } from '../../../session/use-stored-user.ts'
import { VisuallyHidden } from '../../../ui/display/visually-hidden.ts'
import { Card } from '../../../ui/layout/card.tsx'
import classes from './detail.module.css'

export function MemberFacts({
  request: { member, project, sale_code },
}: {
  request: StaffRequest
}) {
  const me = useStoredUser() ?? null
  const account = new URLSearchParams({ social_security: member.social_security })
  return (
    <Card title="Socio">
      <dl className={classes.facts}>
        <VisuallyHidden component="dt">Nombre</VisuallyHidden>
        <dd className={classes.name}>{member.name}</dd>
        <dt>Rut</dt>
        <dd>{formatRut(member.social_security) || '-'}</dd>
        <dt>Correo</dt>
        <dd>{member.email ? <a href={`mailto:${member.email}`}>{member.email}</a> : '-'}</dd>
        <dt>Proyecto</dt>
        <dd>{project || '-'}</dd>
        <dt>Venta</dt>
        <dd>{sale_code}</dd>
      </dl>
      {can(me, 'users.manage_users') && member.social_security && (
        <Link className={classes.account} to={`/users?${account}`}>
          Ver su cuenta
        </Link>
      )}
    </Card>
  )
}
