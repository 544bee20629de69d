import { can } from '@carpeta/domain/access/permissions'
import { mayViewAs } from '@carpeta/domain/access/view-as-rules'
import { auditActions, isAuditAction } from '@carpeta/domain/audit/audit-actions'
import { nobodyName } from '@carpeta/domain/audit/audit-facts'
import { dateTimeInSantiago, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { formatRut } from '@carpeta/domain/people/rut'
import { mayManageAccount } from '@carpeta/domain/people/user-rules'
import { requestNumber } from '@carpeta/domain/requests/request-number'
import { isOpen } from '@carpeta/domain/requests/request-states'
import { saleName } from '@carpeta/domain/sales/sale-name'
import { counted } from '@carpeta/domain/text/counted'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError } from '../api/api-error.ts'
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
import { below } from '../ui/breakpoints.ts'
import { Button } from '../ui/buttons/button.tsx'
import { EmailLink } from '../ui/display/email-link.tsx'
import { Facts } from '../ui/display/facts.tsx'
import { MailFailure } from '../ui/display/mail-failure.tsx'
import { PhoneLink } from '../ui/display/phone-link.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { AlertIcon, EyeIcon, PencilIcon, PlusIcon } from '../ui/icons/icons.tsx'
import { BackLink } from '../ui/layout/back-link.tsx'
import { ButtonRow } from '../ui/layout/button-row.tsx'
import { Card } from '../ui/layout/card.tsx'
import { Content } from '../ui/layout/content.tsx'
import { PageBody } from '../ui/layout/page.tsx'
import { useMedia } from '../ui/use-media.ts'
import { ViewAsDialog } from '../view-as/view-as-dialog.tsx'
import classes from './member-file.module.css'
import { PaymentsCard, SalesCard } from './member-money.tsx'
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
      <PageBody className={classes.page}>
        <BackLink to={pathOf(null)}>Volver a los usuarios</BackLink>
        {isUnknown && <Notice tone="error">No encontramos este usuario.</Notice>}
        {!isUnknown && error && !data && (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        )}
        {!isUnknown && !error && !data && <FileSkeleton />}
        {!isUnknown && data && <MemberFileView key={id} file={data} />}
      </PageBody>
    </Content>
  )
}

const PHONE = below('phone')

const NEW_REQUEST = 'Ingresar una solicitud'

/** One person's file. The server leaves out the parts that the user may not see. */
function MemberFileView({ file }: { file: MemberFile }) {
  const { user, sales, requests, audit } = file
  const me = useStoredUser() ?? null
  const client = useQueryClient()
  const [opened, setOpened] = useState<'view' | 'edit' | null>(null)
  // The answer to a call comes first there.
  const isPhone = useMedia(PHONE)
  const isOwn = user.id === me?.id
  const newRequest = requests && !isOwn ? `/requests/new/${user.id}` : null
  const canEdit = me !== null && can(me, 'auth.change_user') && mayManageAccount(me, user)
  return (
    <>
      <div className={classes.head}>
        <div className={classes.who}>
          <h1>{fullName(user)}</h1>
          <Head file={file} />
        </div>
        <ButtonRow>
          {newRequest && !isPhone && (
            <Button component={Link} to={newRequest} leftSection={<PlusIcon size={18} />}>
              {NEW_REQUEST}
            </Button>
          )}
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
        {sales && <SalesCard sales={sales} uf_of_today={file.uf_of_today} />}
        <div className={classes.columns}>
          {file.payments && (
            <PaymentsCard
              payments={file.payments}
              hasSales={(sales ?? []).length > 1}
              rut={user.profile.social_security}
            />
          )}
          {requests && (
            <RequestsCard
              requests={requests}
              isOwn={isOwn}
              newRequest={isPhone ? newRequest : null}
            />
          )}
          {me && <SaleAccessesCard file={file} me={me} />}
          {file.documents && <DocumentsCard sales={sales ?? []} documents={file.documents} />}
          <AccountCard file={file} />
          {audit && <AuditCard entries={audit} rut={user.profile.social_security} />}
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

/** Who calls: state of the account and its invitation, rut, telephone, email and last login. */
function Head({ file: { user, sales = [], logins } }: { file: MemberFile }) {
  const phones = new Set(sales.flatMap(({ phone }) => phone || []))
  const { account_state: state, invitation } = user
  const invited = state === 'invited' && invitation.invited_at
  const login = logins.find(({ is_failed: isFailed }) => !isFailed)
  return (
    <div className={classes.state}>
      <AccountStateTag user={user} invitedOn={invited ? dayIn(invited) : null} />
      {state !== 'active' && invitation.delivery === 'failed' && (
        <span className={classes.detail} data-failed>
          <AlertIcon size={16} /> La invitación no se pudo entregar
        </span>
      )}
      <span>{formatRut(user.profile.social_security)}</span>
      {[...phones].map((phone) => (
        <PhoneLink key={phone} phone={phone} />
      ))}
      {user.email && <EmailLink email={user.email} />}
      <span className={classes.said}>
        <UnbrokenDates
          text={login ? `Último ingreso: ${dateTimeInSantiago(login.at)}` : 'Nunca ha ingresado'}
        />
      </span>
    </div>
  )
}

const EMAILS: Record<AccountEmail['kind'], string> = {
  activate: 'Invitación a activar la cuenta',
  letter: 'Carta con código',
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

/** The account, the emails with which its owner enters it, and the logins around the one that the head says. */
function AccountCard({ file: { user, emails, logins } }: { file: MemberFile }) {
  const last = logins.findIndex(({ is_failed: isFailed }) => !isFailed)
  const failed = last < 0 ? logins : logins.slice(0, last)
  const before = last < 0 ? [] : logins.slice(last + 1)
  return (
    <Card title="Cuenta">
      <Facts
        facts={[
          ...(user.pending_email === undefined
            ? []
            : [['Correo por confirmar', user.pending_email] as [string, string]]),
          ['Grupo', user.is_superuser ? 'Superusuario' : user.groups.join(', ') || 'Socio'],
          ['Nº de usuario', String(user.id)],
        ]}
      />
      {failed.length > 0 && <Logins logins={failed} />}
      {before.length > 0 && (
        <details className={classes.more}>
          <summary>
            {counted(before.length, 'ingreso o intento anterior', 'ingresos e intentos anteriores')}
          </summary>
          <Logins logins={before} />
        </details>
      )}
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
                <div className={classes.detail}>
                  {state === 'failed' ? <MailFailure said={detail} /> : detail}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Logins({ logins }: { logins: MemberFile['logins'] }) {
  return (
    <ul className={classes.rows}>
      {logins.map(({ at, is_failed: isFailed }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two logins may share a second.
        <li key={`${at} ${index}`} className={classes.login}>
          <span className={classes.moment}>{dateTimeInSantiago(at)}</span>
          {isFailed && <span className={classes.detail}>No pudo ingresar</span>}
        </li>
      ))}
    </ul>
  )
}

type RequestRow = NonNullable<MemberFile['requests']>[number]

interface DocumentsProps {
  sales: SaleSummary[]
  /** The last ones that were published for the person. */
  documents: NonNullable<MemberFile['documents']>
}

/** What was published last, and the way to the documents of each sale. */
function DocumentsCard({ sales, documents }: DocumentsProps) {
  if (sales.length === 0) return null
  const toSale = (code: string) => `/member-documents?${new URLSearchParams({ venta: code })}`
  return (
    <Card title="Documentos">
      {documents.length === 0 && <p className={classes.detail}>No tiene documentos publicados.</p>}
      {documents.length > 0 && (
        <ul className={classes.rows}>
          {documents.map(({ id, title, sale_code, published_at, opened_at }) => (
            <li key={id}>
              <Link to={toSale(sale_code)}>{title}</Link>
              <span className={classes.said}>
                <UnbrokenDates
                  text={`Publicado el ${dayIn(published_at)} · ${opened_at ? `lo abrió el ${dayIn(opened_at)}` : 'no lo ha abierto'}`}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ul className={classes.links}>
        {sales.map(({ code, project, property: { type, lot } }) => (
          <li key={code}>
            <Link to={toSale(code)}>Documentos de {saleName({ project, code, type, lot })}</Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function dayIn(instant: string): string {
  return shortDate(todayInSantiago(new Date(instant)))
}

interface RequestsProps {
  requests: RequestRow[]
  /** Nobody handles their own requests. */
  isOwn: boolean
  /** The way to enter one for the person, where it is not in the head of the page. */
  newRequest: string | null
}

/** The open ones; the others are folded. */
function RequestsCard({ requests, isOwn, newRequest }: RequestsProps) {
  const open = requests.filter(({ state }) => isOpen(state))
  const closed = requests.filter(({ state }) => !isOpen(state))
  return (
    <Card title="Solicitudes">
      {open.length === 0 && <p className={classes.detail}>No tiene solicitudes abiertas.</p>}
      <RequestRows rows={open} />
      {closed.length > 0 && (
        <details className={classes.more}>
          <summary>{counted(closed.length, 'cerrada', 'cerradas')}</summary>
          <RequestRows rows={closed} />
        </details>
      )}
      {isOwn && <p className={classes.detail}>Tus propias solicitudes las atiende otra persona.</p>}
      {newRequest && (
        <p className={classes.detail}>
          <Link to={newRequest}>{NEW_REQUEST}</Link>
        </p>
      )}
    </Card>
  )
}

function RequestRows({ rows }: { rows: RequestRow[] }) {
  if (rows.length === 0) return null
  return (
    <ul className={classes.rows}>
      {rows.map(({ id, procedure_title, state, merged_into, sent_at, assignee }) => (
        <li key={id}>
          <Link to={`/requests/${id}`}>{procedure_title}</Link>
          <span className={classes.state}>
            <RequestStateMark state={state} mergedInto={merged_into} />
            <span className={classes.said}>
              <UnbrokenDates
                text={`${requestNumber(id)} · ${dayIn(sent_at)} · ${assignee?.name ?? 'Sin asignar'}`}
              />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

type AuditEntry = NonNullable<MemberFile['audit']>[number]

/** More are on the page of the audit log. */
const SHOWN_ENTRIES = 5

interface Props {
  entries: AuditEntry[]
  rut: string
}

/** The last entries about the person. */
function AuditCard({ entries, rut }: Props) {
  return (
    <Card title="Bitácora" className={classes.log}>
      {entries.length === 0 && <p className={classes.detail}>Todavía no hay anotaciones.</p>}
      {entries.length > 0 && (
        <ul className={classes.rows}>
          {entries.slice(0, SHOWN_ENTRIES).map(({ id, at, actor, address, action, reason }) => (
            <li key={id} className={classes.entry}>
              <span>
                {isAuditAction(action) ? auditActions[action] : action}
                {reason && <span className={classes.said}> · {reason}</span>}
              </span>
              <span className={classes.said}>
                <UnbrokenDates
                  text={`${dateTimeInSantiago(at)} · ${actor?.name || nobodyName(address)}`}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {rut && (
        <p className={classes.detail}>
          <Link to={`/activity?person=${encodeURIComponent(rut)}`}>Ver toda su bitácora</Link>
        </p>
      )}
    </Card>
  )
}

/** The head, what is owed, and the cards below. */
function FileSkeleton() {
  return (
    <div className={classes.parts}>
      <VisuallyHidden role="status">Cargando…</VisuallyHidden>
      <div className={classes.who}>
        <Skeleton width={240} height={32} />
        <Skeleton width="80%" height={20} />
      </div>
      <Skeleton height={172} radius={14} />
      <div className={classes.columns}>
        {['payments', 'requests', 'account'].map((part) => (
          <Skeleton key={part} height={200} radius={14} />
        ))}
      </div>
    </div>
  )
}
