import { can } from '@carpeta/domain/access/permissions'
import { mayViewAs } from '@carpeta/domain/access/view-as-rules'
import { auditActions, isAuditAction } from '@carpeta/domain/audit/audit-actions'
import { dateOrNull, dateTimeInSantiago, shortDate } from '@carpeta/domain/dates/dates'
import { parseUf } from '@carpeta/domain/money/money'
import { formatRut } from '@carpeta/domain/people/rut'
import { mayManageAccount } from '@carpeta/domain/people/user-rules'
import { saleName } from '@carpeta/domain/sales/sale-name'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError } from '../api/api-error.ts'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { isRowId, useRowPath } from '../list/row-path.ts'
import { startDetail } from '../list/start-calls.ts'
import { RequestStateMark } from '../requests/request-state.tsx'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { storeOwnAccount } from '../session/stored-user.ts'
import { useStoredUser } from '../session/use-stored-user.ts'
import {
  type AccountEmail,
  type MemberFile,
  memberFileQuery,
  type SaleSummary,
} from '../staff/calls.ts'
import { Button } from '../ui/buttons/button.tsx'
import { UfAmount } from '../ui/display/amount.tsx'
import { Facts } from '../ui/display/facts.tsx'
import { MailFailure } from '../ui/display/mail-failure.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { AlertIcon, EyeIcon, PencilIcon } from '../ui/icons/icons.tsx'
import { BackLink } from '../ui/layout/back-link.tsx'
import { ButtonRow } from '../ui/layout/button-row.tsx'
import { Card } from '../ui/layout/card.tsx'
import { Content } from '../ui/layout/content.tsx'
import { PageBody } from '../ui/layout/page.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { ViewAsDialog } from '../view-as/view-as-dialog.tsx'
import classes from './member-file.module.css'
import { SaleAccessesCard } from './sale-accesses-card.tsx'
import { UserForm } from './user-form.tsx'
import { AccountStateTag, fullName } from './user-parts.tsx'

export const loader = startDetail((client, id) => client.prefetchQuery(memberFileQuery(id)))

/** A member's file. */
export function Component() {
  const id = Number(useParams().id)
  const pathOf = useRowPath('/users')
  const { data, error, refetch } = useQuery({ ...memberFileQuery(id), enabled: isRowId(id) })
  const isUnknown = !isRowId(id) || (error instanceof ApiError && error.status === 404)
  return (
    <Content title={data ? fullName(data.user) : 'Usuario'}>
      <PageBody>
        <BackLink to={pathOf(null)}>Volver a los usuarios</BackLink>
        {isUnknown && <Notice tone="error">No encontramos este usuario.</Notice>}
        {!isUnknown && error && !data && (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        )}
        {!isUnknown && !error && !data && <ListSkeleton />}
        {!isUnknown && data && <MemberFileView key={id} file={data} />}
      </PageBody>
    </Content>
  )
}

/** One person's file. The server leaves out the parts that the user may not see. */
function MemberFileView({ file }: { file: MemberFile }) {
  const { user, sales, requests, audit } = file
  const me = useStoredUser() ?? null
  const client = useQueryClient()
  const [opened, setOpened] = useState<'view' | 'edit' | null>(null)
  const canEdit = me !== null && can(me, 'auth.change_user') && mayManageAccount(me, user)
  return (
    <>
      <div className={classes.head}>
        <div className={classes.who}>
          <h1>{fullName(user)}</h1>
          <p className={classes.state}>
            <AccountStateTag user={user} />
            <span>{formatRut(user.profile.social_security)}</span>
          </p>
        </div>
        <ButtonRow>
          {canEdit && (
            <Button
              variant="default"
              leftSection={<PencilIcon size={18} />}
              onClick={() => setOpened('edit')}
            >
              Editar
            </Button>
          )}
          {me && mayViewAs(me, user) && (
            <Button
              variant="default"
              leftSection={<EyeIcon size={18} />}
              onClick={() => setOpened('view')}
            >
              Ver como socio
            </Button>
          )}
        </ButtonRow>
      </div>
      <div className={classes.parts}>
        <div className={classes.main}>
          {sales && <SalesCard sales={sales} />}
          {me && can(me, 'documents.publish_documents') && <DocumentsLinks sales={sales ?? []} />}
          {me && <SaleAccessesCard file={file} me={me} />}
          {requests && (
            <RequestsCard requests={requests} memberId={user.id} isOwn={user.id === me?.id} />
          )}
          {audit && <AuditCard entries={audit} rut={user.profile.social_security} />}
        </div>
        <div className={classes.aside}>
          <AccountCard file={file} />
          <LoginsCard logins={file.logins} />
        </div>
      </div>
      {opened === 'view' && <ViewAsDialog member={user} onClose={() => setOpened(null)} />}
      {me && opened === 'edit' && (
        <UserForm
          me={me}
          user={user}
          onSaved={async (saved) => {
            // The greeting shows the new name.
            if (saved.id === me.id) storeOwnAccount(saved)
            await client.invalidateQueries({ queryKey: memberFileQuery(user.id).queryKey })
            setOpened(null)
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

const EMAILS: Record<AccountEmail['kind'], string> = {
  activate: 'Invitación a activar la cuenta',
  restore: 'Recuperar la contraseña',
  confirm: 'Confirmar el registro',
  not_me: 'Aviso con «No fui yo»',
  email_change: 'Cambio de correo',
  other: 'Un correo',
}

const STATES: Record<AccountEmail['state'], string> = {
  queued: 'En cola',
  failed: 'No se pudo entregar',
  sent: 'Enviado, sin usar',
  used: 'Usado',
  expired: 'Ya no vale',
}

/** The account, and the emails with which its owner enters it. */
function AccountCard({ file: { user, emails } }: { file: MemberFile }) {
  return (
    <Card title="Cuenta">
      <Facts
        facts={[
          ['Correo', user.email],
          ...(user.pending_email === undefined
            ? []
            : [['Correo por confirmar', user.pending_email] as [string, string]]),
          ['Grupo', user.is_superuser ? 'Superusuario' : user.groups.join(', ') || 'Socio'],
          ['Nº de usuario', String(user.id)],
        ]}
      />
      <h3>Correos de la cuenta</h3>
      {emails.length === 0 ? (
        <p className={classes.detail}>Todavía no se le ha enviado ninguno.</p>
      ) : (
        <ul className={classes.rows}>
          {emails.map(({ kind, at, state, detail }) => (
            <li key={`${kind} ${at}`}>
              <span>{EMAILS[kind]}</span>
              <span className={classes.detail} data-failed={state === 'failed' || undefined}>
                {state === 'failed' && <AlertIcon size={16} />}
                {at && `${dateTimeInSantiago(at)} · `}
                {STATES[state]}
              </span>
              {detail && (
                <span className={classes.detail}>
                  {state === 'failed' ? <MailFailure said={detail} /> : detail}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function LoginsCard({ logins }: { logins: MemberFile['logins'] }) {
  return (
    <Card title="Últimos ingresos">
      {logins.length === 0 ? (
        <p className={classes.detail}>Nunca ha ingresado.</p>
      ) : (
        <ul className={classes.rows}>
          {logins.map(({ at, is_failed: isFailed }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two logins may share a second.
            <li key={`${at} ${index}`}>
              <span className={classes.moment}>{dateTimeInSantiago(at)}</span>
              {isFailed && <span className={classes.detail}>No pudo ingresar</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type RequestRow = NonNullable<MemberFile['requests']>[number]

const saleColumns: Column<SaleSummary>[] = [
  {
    header: 'Venta',
    cell: ({ code, project, condominium, property: { type, lot } }) => (
      <>
        <span className={classes.name}>{saleName({ project, code, type, lot })}</span>
        <span className={classes.detail}>{[code, condominium].filter(Boolean).join(' · ')}</span>
      </>
    ),
    onCard: 'title',
  },
  { header: 'Estado', cell: (sale) => <UnbrokenDates text={saleState(sale)} /> },
  {
    header: 'Cuotas pendientes',
    cell: ({ pending_instalments }) => pending_instalments ?? '-',
    isAmount: true,
  },
  {
    header: 'Saldo UF',
    cell: ({ balance }) => <UfAmount value={parseUf(balance)} isBare />,
    isAmount: true,
  },
  { header: 'Datos al', cell: ({ as_of }) => <UnbrokenDates text={dateTimeInSantiago(as_of)} /> },
]

function saleState({ withdrawn_at, completed_on, approved_on }: SaleSummary): string {
  if (withdrawn_at !== null) return 'Retirada por contabilidad'
  const [completed, approved] = [dateOrNull(completed_on), dateOrNull(approved_on)]
  if (completed) return `Terminada el ${shortDate(completed)}`
  return approved ? `Aprobada el ${shortDate(approved)}` : 'Sin aprobar: el socio no la ve'
}

function SalesCard({ sales }: { sales: SaleSummary[] }) {
  return (
    <Card title="Ventas, según contabilidad">
      <DataTable
        caption="Ventas"
        columns={saleColumns}
        rows={sales}
        rowKey={({ code }) => code}
        empty="Contabilidad no informa ventas a su nombre."
      />
    </Card>
  )
}

/** Leads to the documents of each sale. */
function DocumentsLinks({ sales }: { sales: SaleSummary[] }) {
  if (sales.length === 0) return null
  return (
    <Card title="Documentos">
      <ul className={classes.rows}>
        {sales.map(({ code, project, property: { type, lot } }) => (
          <li key={code}>
            <Link to={`/member-documents?${new URLSearchParams({ venta: code })}`}>
              Documentos de {saleName({ project, code, type, lot })}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const requestColumns: Column<RequestRow>[] = [
  { header: 'Nº', cell: ({ id }) => id, isShort: true, onCard: 'aside' },
  {
    header: 'Trámite',
    cell: ({ id, procedure_title }) => <Link to={`/requests/${id}`}>{procedure_title}</Link>,
    onCard: 'title',
  },
  { header: 'Estado', cell: ({ state }) => <RequestStateMark state={state} /> },
  {
    header: 'Enviada',
    cell: ({ sent_at }) => <UnbrokenDates text={dateTimeInSantiago(sent_at)} />,
  },
  { header: 'Encargado', cell: ({ assignee }) => assignee?.name ?? 'Sin asignar' },
]

interface RequestsProps {
  requests: RequestRow[]
  memberId: number
  /** Nobody handles their own requests. */
  isOwn: boolean
}

function RequestsCard({ requests, memberId, isOwn }: RequestsProps) {
  return (
    <Card title="Solicitudes">
      <DataTable
        caption="Solicitudes"
        columns={requestColumns}
        rows={requests}
        rowKey={({ id }) => id}
        empty="No ha enviado solicitudes."
      />
      {isOwn ? (
        <p className={classes.detail}>Tus propias solicitudes las atiende otra persona.</p>
      ) : (
        <p className={classes.detail}>
          <Link to={`/requests/new/${memberId}`}>Ingresar una solicitud por este socio</Link>
        </p>
      )}
    </Card>
  )
}

type AuditEntry = NonNullable<MemberFile['audit']>[number]

const columns: Column<AuditEntry>[] = [
  { header: 'Fecha', cell: ({ at }) => <UnbrokenDates text={dateTimeInSantiago(at)} /> },
  { header: 'Quién', cell: ({ actor, address }) => actor?.name || actorless(address) },
  {
    header: 'Qué',
    cell: ({ action }) => (isAuditAction(action) ? auditActions[action] : action),
    onCard: 'title',
  },
  { header: 'Motivo', cell: ({ reason }) => reason || '-' },
]

/** A command run on the server has no IP address. */
function actorless(address: string): string {
  return address ? 'Sin sesión' : 'Un comando del servidor'
}

interface Props {
  entries: AuditEntry[]
  rut: string
}

/** The last entries about the person. */
function AuditCard({ entries, rut }: Props) {
  return (
    <Card title="Bitácora">
      <DataTable
        caption="Bitácora"
        columns={columns}
        rows={entries}
        rowKey={({ id }) => id}
        empty="Todavía no hay anotaciones."
      />
      {rut && (
        <p className={classes.detail}>
          <Link to={`/activity?subject=${encodeURIComponent(rut)}`}>Ver toda su bitácora</Link>
        </p>
      )}
    </Card>
  )
}
