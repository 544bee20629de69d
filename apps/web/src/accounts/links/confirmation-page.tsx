import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { logOutIfExpired } from '../../session/log-out-for-link.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { DeadLink, isDeadLink, useAddressSecret, useAnswerOnce, Waiting } from './account-link.tsx'

interface Confirmation {
  /** 'tu correo' or 'tu correo nuevo'. */
  subject: string
  confirm: (secret: string) => Promise<void>
  confirmed: { text: string; to: string; button: string }
  /** What to do about a dead link; the cooperative's email address follows. */
  ifDead: string
  /** What is shown instead of an error that the member can mend. */
  instead?: (error: Error, secret: string, end: (end: End) => void) => ReactNode
}

export type End = 'confirmed' | 'dead'

interface Props extends Confirmation {
  title: string
  /** The query parameter with the link's secret. */
  parameter: 'code' | 'token'
}

/** Confirms an email address by the link that was sent to it. */
export function ConfirmationPage({ title, parameter, ...confirmation }: Props) {
  const secret = useAddressSecret(parameter)
  return (
    <CardPage title={title}>
      {secret === undefined && <Confirming subject={confirmation.subject} />}
      {secret === '' && <Dead ifDead={confirmation.ifDead} />}
      {secret && <Outcome secret={secret} {...confirmation} />}
    </CardPage>
  )
}

function Outcome({
  secret,
  subject,
  confirm,
  confirmed,
  ifDead,
  instead,
}: Confirmation & { secret: string }) {
  const [end, setEnd] = useState<End>()
  const { outcome, retry } = useAnswerOnce(async () => {
    await logOutIfExpired()
    await confirm(secret)
  })

  if (outcome.status === 'waiting') return <Confirming subject={subject} />
  if (outcome.status === 'answered' || end === 'confirmed') {
    return (
      <>
        <div role="status">
          <h1>{capitalised(subject)} está confirmado</h1>
          <p>{confirmed.text}</p>
        </div>
        <Button component={Link} to={confirmed.to} size="md" fullWidth>
          {confirmed.button}
        </Button>
      </>
    )
  }
  if (isDeadLink(outcome.error) || end === 'dead') return <Dead ifDead={ifDead} />
  return (
    instead?.(outcome.error, secret, setEnd) ?? (
      <>
        <h1>No pudimos confirmar {subject}</h1>
        <LoadFailure error={outcome.error} onRetry={retry} />
      </>
    )
  )
}

function Confirming({ subject }: { subject: string }) {
  return <Waiting>{`Estamos confirmando ${subject}.`}</Waiting>
}

function Dead({ ifDead }: { ifDead: string }) {
  return (
    <DeadLink>
      Cada enlace sirve una sola vez y por un tiempo limitado. {ifDead} <CooperativeEmail />.
    </DeadLink>
  )
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
