import { can } from '@carpeta/domain/access/permissions'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import {
  isMailRefused,
  type MailOutcome,
  mailOutcomeSentences,
} from '@carpeta/domain/setup/mail-outcomes'
import {
  brokenStepName,
  nextStepName,
  type SetupState,
  type SetupStep,
  setupStateNames,
  setupStepNames,
} from '@carpeta/domain/setup/setup-steps'
import { counted } from '@carpeta/domain/text/counted'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { useStoredUser } from '../session/use-stored-user.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Tag } from '../ui/display/tag.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { AlertIcon, CheckCircleIcon, ClockIcon, DashCircleIcon } from '../ui/icons/icons.tsx'
import { type Setup, sendTestEmail, setupQuery } from './calls.ts'
import classes from './setup.module.css'

export function CompanyStep({ state, missing }: Setup['company']) {
  return (
    <Step step="company" state={state}>
      {state === 'done' ? (
        <p>El pie de página y los correos tienen el nombre, el contacto y la dirección.</p>
      ) : (
        <>
          <p>
            El portal muestra el nombre, el contacto y la dirección de la cooperativa de ejemplo.
            Los cambia quien opera el servidor.
          </p>
          <Settings names={missing} />
        </>
      )}
    </Step>
  )
}

export function AccountStep({ state, missing, is_sample: isSample }: Setup['payment_account']) {
  return (
    <Step step="payment_account" state={state}>
      {state === 'done' ? (
        <p>Los socios ven el banco, la cuenta y el rut a los que transfieren.</p>
      ) : (
        <>
          <p>
            {isSample
              ? 'Los socios ven la cuenta de la cooperativa de ejemplo, y transferirían a ella. La cambia quien opera el servidor.'
              : 'Los socios no ven a qué cuenta transferir. Si tu cooperativa recibe transferencias, la pone quien opera el servidor.'}
          </p>
          <Settings names={missing} />
        </>
      )}
    </Step>
  )
}

const gateways: Record<Setup['online_payments']['gateway'], string> = {
  none: 'Los socios no pagan en línea. Si tu cooperativa tiene un contrato con Transbank, los enciende quien opera el servidor.',
  simulator: 'Los pagos son simulados: no se cobra nada.',
  integration:
    'Webpay está en pruebas y no se cobra nada. Para cobrar, quien opera el servidor pone lo que entrega Transbank.',
  production: 'Los socios pagan con Webpay.',
}

export function OnlinePaymentsStep({ state, gateway }: Setup['online_payments']) {
  return (
    <Step step="online_payments" state={state}>
      <p>{gateways[gateway]}</p>
      {(gateway === 'none' || gateway === 'integration') && (
        <Settings
          names={[
            'ONLINE_PAYMENTS',
            'WEBPAY_COMMERCE_CODE',
            'WEBPAY_API_KEY',
            'WEBPAY_ENVIRONMENT',
          ]}
        />
      )}
    </Step>
  )
}

/** Names of settings, as the operator writes them: the office passes them on. */
function Settings({ names }: { names: string[] }) {
  return (
    <details className={classes.passedOn}>
      <summary>Qué pedirle</summary>
      <p>Que defina {names.length === 1 ? 'esta variable' : 'estas variables, todas juntas'}:</p>
      <ul className={classes.settings}>
        {names.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}

export function LoadStep({ state, at }: Setup['load']) {
  const user = useStoredUser() ?? null
  return (
    <Step
      step="load"
      state={state}
      action={can(user, 'sales.import_sales') && <Link to="/imports">Ir a Cargas</Link>}
    >
      {at === null ? (
        <p>
          Nadie ha cargado ventas de contabilidad todavía. La primera carga real reemplaza a la
          cooperativa de ejemplo.
        </p>
      ) : (
        <p>
          <UnbrokenDates
            text={`La última carga de contabilidad se aplicó el ${dateTimeInSantiago(at)}.`}
          />
        </p>
      )}
    </Step>
  )
}

export function SecondFactorStep({ state, staff, without }: Setup['second_factor']) {
  return (
    <Step step="second_factor" state={state}>
      <p>
        {staff - without.length} de {counted(staff, 'cuenta', 'cuentas')} del personal{' '}
        {staff === 1 ? 'tiene' : 'tienen'} segundo factor.
      </p>
      {without.length > 0 && (
        <>
          <p>Falta en las de estas personas, que lo configuran en su perfil:</p>
          <ul className={classes.people}>
            {without.map(({ id, name }) => (
              <li key={id}>
                <Link to={`/users/${id}`}>{name}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </Step>
  )
}

export function InvitationsStep(props: Setup['invitations']) {
  const { state, members, not_invited: notInvited, no_email: noEmail, invited } = props
  return (
    <Step
      step="invitations"
      state={state}
      action={
        notInvited > 0 ? <Link to="/users?invitation=not_invited">Ver a quién invitar</Link> : null
      }
    >
      {members === 0 ? (
        <p>Todavía no hay cuentas de socios: las crea la primera carga.</p>
      ) : (
        <p>
          {notInvited === 0
            ? 'Todos los socios con correo están invitados.'
            : `${counted(notInvited, 'socio espera', 'socios esperan')} su invitación.`}
        </p>
      )}
      {invited > 0 && (
        <p>{counted(invited, 'invitado no ha', 'invitados no han')} activado su cuenta todavía.</p>
      )}
      {noEmail > 0 && (
        <p>
          {counted(noEmail, 'socio no tiene', 'socios no tienen')} correo y no se{' '}
          {noEmail === 1 ? 'puede' : 'pueden'} invitar.{' '}
          <Link to="/users?invitation=no_email">Ver quiénes</Link>
        </p>
      )}
    </Step>
  )
}

const marks = {
  done: { tone: 'green', icon: CheckCircleIcon },
  missing: { tone: 'plain', icon: ClockIcon },
  not_applicable: { tone: 'plain', icon: DashCircleIcon },
} as const

interface Props {
  step: SetupStep
  state: SetupState
  /** The step was done, but does not work. */
  isBroken?: boolean
  /** The current state, or the next thing to do. */
  children: ReactNode
  /** A button or a link. */
  action?: ReactNode
}

/** A step that does not work, or else the first that is missing; null if there is neither. */
export const NextStep = createContext<SetupStep | null>(null)

export function Step({ step, state, isBroken = false, children, action }: Props) {
  const isNext = useContext(NextStep) === step
  return (
    <li className={classes.step} aria-current={isNext ? 'step' : undefined}>
      <div className={classes.head}>
        <h2>{setupStepNames[step]}</h2>
        {isBroken && (
          <Tag tone="red" icon={AlertIcon}>
            {brokenStepName}
          </Tag>
        )}
        {isNext && !isBroken && (
          <Tag tone="amber" icon={AlertIcon}>
            {nextStepName}
          </Tag>
        )}
        {!isNext && !isBroken && <Tag {...marks[state]}>{setupStateNames[state]}</Tag>}
      </div>
      <div className={classes.text}>{children}</div>
      {action && <div className={classes.action}>{action}</div>}
    </li>
  )
}

/** An email to the own address shows whether the mail server accepts what the portal sends. */
export function MailStep({ state, server, test }: Setup['mail']) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: sendTestEmail,
    onSuccess: () => client.invalidateQueries({ queryKey: setupQuery.queryKey }),
  })
  const isBroken = isMailBroken({ state, test })
  return (
    <Step
      step="mail"
      state={state}
      isBroken={isBroken}
      action={
        <Button variant="default" size="sm" loading={isPending} onClick={() => mutate()}>
          Enviarme un correo de prueba
        </Button>
      }
    >
      <p>
        {server === null ? (
          <>
            Los correos quedan en una carpeta del servidor: falta <code>SMTP_URL</code>.
          </>
        ) : (
          `Los correos salen por ${server}.`
        )}{' '}
        {test === null ? (
          'Nadie ha enviado un correo de prueba con esta configuración.'
        ) : (
          <UnbrokenDates text={`Última prueba: ${dateTimeInSantiago(test.at)}.`} />
        )}
      </p>
      {test && <Notice tone={toneOf(test.outcome)}>{mailOutcomeSentences[test.outcome]}</Notice>}
      {error && <FailureNotice error={error} />}
    </Step>
  )
}

/** No email reaches anybody: before anything else that is missing. */
export function isMailBroken({ state, test }: Pick<Setup['mail'], 'state' | 'test'>): boolean {
  return state === 'missing' && test !== null && isMailRefused(test.outcome)
}

function toneOf(outcome: MailOutcome) {
  if (outcome === 'sent') return 'success'
  return isMailRefused(outcome) ? 'error' : 'warning'
}
