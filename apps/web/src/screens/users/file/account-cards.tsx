import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import type { AccountEmail, MemberFile } from '../../../api/staff/member-file.ts'
import { Facts } from '../../../ui/display/facts.tsx'
import { AlertIcon } from '../../../ui/icons/icons.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import classes from './member-file.module.css'

const EMAILS: Record<AccountEmail['kind'], string> = {
  activate: 'Invitación a activar la cuenta',
  restore: 'Recuperar la contraseña',
  confirm: 'Confirmar el registro',
  email_change: 'Cambio de correo',
}

const STATES: Record<AccountEmail['state'], string> = {
  queued: 'En cola',
  failed: 'No se pudo entregar',
  sent: 'Enviado, sin usar',
  used: 'Usado',
  expired: 'Ya no vale',
}

/** The account, and the emails with which its owner enters it. */
export function AccountCard({ file: { user, emails } }: { file: MemberFile }) {
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
                {dateTimeInSantiago(at)} · {STATES[state]}
              </span>
              {detail && <span className={classes.detail}>{detail}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

export function LoginsCard({ logins }: { logins: MemberFile['logins'] }) {
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
