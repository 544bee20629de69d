import { formatRut } from '@carpeta/domain/rut'
import type { StaffRequest } from '../../../api/workbench.ts'
import classes from './detail.module.css'

/** Whose request it is. */
export function MemberFacts({
  request: { member, project, sale_code },
}: {
  request: StaffRequest
}) {
  return (
    <section className={classes.card} aria-labelledby="socio">
      <h2 id="socio">Socio</h2>
      <dl className={classes.facts}>
        <dt className={classes.spoken}>Nombre</dt>
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
    </section>
  )
}
