import { dateOrNull, shortDate } from '@carpeta/domain/dates/dates'
import { formatUf, parseUf } from '@carpeta/domain/money/money'
import { formatRut } from '@carpeta/domain/people/rut'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import { isOpen } from '@carpeta/domain/requests/request-states'
import { counted } from '@carpeta/domain/text/counted'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Confirmation } from '../../forms/confirmation.tsx'
import { useRowPath } from '../../list/row-path.ts'
import { NextAmount, OverdueAmount } from '../../sales/staff/due.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { useFilePath } from '../../staff/file-path.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { PhoneLink } from '../../ui/display/phone-link.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { WrappingEmail } from '../../ui/display/wrapping-email.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { FoldedCard } from '../../ui/layout/folded-card.tsx'
import { ActionFailure } from '../request-parts.tsx'
import { RequestStateMark } from '../request-state.tsx'
import {
  mergeRequest,
  type RequestMember,
  type RequestRow,
  requestMemberQuery,
  type StaffRequest,
} from './calls.ts'
import classes from './request.module.css'
import { useRequestAction } from './request-action.tsx'

/** Who asks, by what staff look up while they answer. The server leaves out what the user may not see. */
export function MemberFacts({ request }: { request: StaffRequest }) {
  const { data } = useQuery(requestMemberQuery(request.id))
  return (
    <Card title="Socio">
      <dl className={classes.facts}>
        <Name request={request} />
        <CallFacts sale={data?.sale} />
        <AccountFacts request={request} />
      </dl>
    </Card>
  )
}

/** What else the member has, below what they ask. */
export function SaleAndOthers({ request }: { request: StaffRequest }) {
  const { data } = useQuery(requestMemberQuery(request.id))
  return (
    <div className={classes.pair}>
      <Card title="Venta">
        <dl className={classes.facts}>
          <SaleFacts request={request} sale={data?.sale} />
        </dl>
      </Card>
      <OtherRequests request={request} />
    </div>
  )
}

/** The same below the answer on a narrow screen, folded. */
export function FoldedMember({ request }: { request: StaffRequest }) {
  const { data, isPending } = useQuery(requestMemberQuery(request.id))
  return (
    <FoldedCard
      id="socio"
      title="Socio"
      state={isPending ? undefined : inBrief(data?.sale) || request.member.name}
    >
      <dl className={classes.facts}>
        <Name request={request} />
        <CallFacts sale={data?.sale} />
        <AccountFacts request={request} />
        <SaleFacts request={request} sale={data?.sale} />
      </dl>
    </FoldedCard>
  )
}

function inBrief(sale: Props['sale']): string {
  const overdue = parseUf(sale?.due?.overdue?.amount)
  const awaited = sale?.due?.awaited.length ?? 0
  return [
    sale?.phone,
    overdue && `Atrasado: ${formatUf(overdue)}`,
    awaited > 0 && counted(awaited, 'pago por registrar', 'pagos por registrar'),
  ]
    .filter(Boolean)
    .join(' · ')
}

interface Props {
  request: StaffRequest
  /** As accounting says; undefined for staff who do not see sales. */
  sale: RequestMember['sale']
}

function CallFacts({ sale }: Pick<Props, 'sale'>) {
  const phone = sale?.phone ?? ''
  return (
    <>
      {phone && (
        <>
          <dt>Teléfono</dt>
          <dd>
            <PhoneLink phone={phone} />
          </dd>
        </>
      )}
      {sale && <HomeAndDebt sale={sale} />}
    </>
  )
}

function AccountFacts({ request: { member } }: Pick<Props, 'request'>) {
  return (
    <>
      <dt>Correo</dt>
      <dd>{member.email ? <WrappingEmail email={member.email} /> : '-'}</dd>
      <dt>Rut</dt>
      <dd>{formatRut(member.social_security) || '-'}</dd>
    </>
  )
}

function Name({ request }: Pick<Props, 'request'>) {
  return (
    <>
      <VisuallyHidden component="dt">Nombre</VisuallyHidden>
      <dd className={classes.name}>
        <MemberName request={request} />
      </dd>
    </>
  )
}

/** The way to the file, for those who may open it. */
function MemberName({ request: { member } }: Pick<Props, 'request'>) {
  const path = useFilePath(member)
  return path ? <Link to={path}>{member.name}</Link> : member.name
}

/** Who asks, below the heading. */
export function Asker({ request }: { request: StaffRequest }) {
  const rut = request.member.social_security
  return (
    <p>
      <MemberName request={request} />
      {rut && ` · ${formatRut(rut)}`}
    </p>
  )
}

/** What a call asks for, as accounting says. */
function HomeAndDebt({ sale: { property, condominium, due } }: { sale: Sale }) {
  const home = [property.type, property.lot].filter(Boolean).join(' ')
  return (
    <>
      <dt>Propiedad</dt>
      <dd>{[home, condominium].filter(Boolean).join(' · ') || '-'}</dd>
      {due && (
        <>
          {(due.kind === 'due' || due.awaited.length > 0) && (
            <>
              <dt>Atrasado</dt>
              <dd>
                <OverdueAmount due={due} />
              </dd>
            </>
          )}
          <dt>Próxima cuota</dt>
          <dd>
            <NextAmount due={due} />
          </dd>
        </>
      )}
    </>
  )
}

type Sale = NonNullable<RequestMember['sale']>

function SaleFacts({ request: { project, sale_code }, sale }: Props) {
  return (
    <>
      <dt>Código</dt>
      <dd>{sale_code}</dd>
      <dt>Proyecto</dt>
      <dd>{project || '-'}</dd>
      {sale && (
        <>
          <dt>Escritura</dt>
          <dd>
            <UnbrokenDates text={deedText(sale)} />
          </dd>
        </>
      )}
    </>
  )
}

function deedText({ deed, completed_on, withdrawn_at }: Sale): string {
  if (withdrawn_at !== null) return 'Contabilidad retiró la venta'
  const completed = dateOrNull(completed_on)
  if (completed) return `Venta terminada el ${shortDate(completed)}`
  if (!deed) return 'Sin comenzar'
  const last = dateOrNull(deed.last_on)
  const done = `${deed.done} de ${deed.steps} pasos`
  return last ? `${done}; el último, ${deed.last_step}, el ${shortDate(last)}` : done
}

const SHOWN = 3

/** The member's other requests, all but three folded; an open one can take this one in. */
export function OtherRequests({ request }: { request: StaffRequest }) {
  const { data, error, refetch } = useQuery(requestMemberQuery(request.id))
  const pathOf = useRowPath('/requests')
  const [into, setInto] = useState<RequestRow | null>(null)
  const canMerge = isOpen(request.state)
  const item = (row: RequestRow) => (
    <li key={row.id}>
      <Link to={pathOf(row.id)}>
        {requestNumber(row.id)} · {row.procedure_title}
      </Link>
      <RequestStateMark state={row.state} mergedInto={row.merged_into} />
      {canMerge && isOpen(row.state) && (
        <Button variant="default" onClick={() => setInto(row)}>
          Unir con {requestNumber(row.id)}…
        </Button>
      )}
    </li>
  )
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} radius={14} />
  // Open ones come first, then the newest.
  const rows = data.requests
  return (
    <Card title="Otras solicitudes del socio">
      {rows.length === 0 ? (
        <p className={classes.none}>No tiene otras.</p>
      ) : (
        <>
          <ul className={classes.rows}>{rows.slice(0, SHOWN).map(item)}</ul>
          {rows.length > SHOWN && (
            <details className={classes.about}>
              <summary>Ver {rows.length - SHOWN} más</summary>
              <ul className={classes.rows}>{rows.slice(SHOWN).map(item)}</ul>
            </details>
          )}
        </>
      )}
      {into && <MergeRequest request={request} into={into} onClose={() => setInto(null)} />}
    </Card>
  )
}

interface MergeRequestProps {
  request: StaffRequest
  into: RequestRow
  onClose: () => void
}

/** Asks before the request is merged, which cannot be undone; then opens the one that stays. */
function MergeRequest({ request, into, onClose }: MergeRequestProps) {
  const navigate = useNavigate()
  const pathOf = useRowPath('/requests')
  const action = useRequestAction(request.id)

  async function merge() {
    await action.attempt(() => mergeRequest(request, into.id))
    await navigate(pathOf(into.id))
  }

  return (
    <Confirmation
      title={`¿Unir la ${requestNumber(request.id)} con la ${requestNumber(into.id)}?`}
      confirm="Unir"
      isDanger
      action={merge}
      failureOf={() => <ActionFailure {...action} needsReload={false} />}
      onClose={onClose}
    >
      <p>
        La {requestNumber(request.id)} se cierra y se sigue en la {requestNumber(into.id)}, «
        {into.procedure_title}», con el plazo de la más antigua. Lo que el socio escribió y sus
        documentos quedan a la vista en ella. El socio recibe un correo.
      </p>
      <p>Esto no se puede deshacer.</p>
    </Confirmation>
  )
}
