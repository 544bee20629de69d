import { useState } from 'react'
import { secondFactorQuery } from '../../../api/second-factor/second-factor.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { useOptionalQuery } from '../../../session/use-optional-query.ts'
import classes from '../profile.module.css'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodesLeft } from './recovery-codes-left.tsx'
import { SecondFactorSkeleton } from './second-factor-skeleton.tsx'
import { SecurityPart } from './security-part.tsx'
import { Totp } from './totp.tsx'

/** The ways in which the user confirms a login, besides the password. */
export function OwnSecondFactor() {
  const query = useOptionalQuery(secondFactorQuery)
  const factor = query.data
  const [done, setDone] = useState({ part: '', message: '' })

  const failure = query.failure && (
    <LoadFailure error={query.failure} onRetry={() => void query.refetch()} />
  )
  if (!factor) return failure ?? <SecondFactorSkeleton />
  const { passkeys, totp, recovery_codes_left } = factor
  const doneIn = (part: string) => (done.part === part ? done.message : '')
  const onDoneIn = (part: string) => (message: string) => setDone({ part, message })
  const hasFactor = passkeys.length > 0 || totp !== null
  return (
    <>
      {failure}
      <p className={classes.detail}>
        {hasFactor
          ? 'Tu cuenta tiene un segundo factor: nadie entra solo con tu contraseña.'
          : 'Un segundo factor es algo que se pide además de la contraseña: así nadie entra solo con ella. Lo más simple es una llave de acceso.'}
      </p>
      <SecurityPart title="Llaves de acceso" done={doneIn('passkeys')}>
        <Passkeys passkeys={passkeys} onDone={onDoneIn('passkeys')} />
      </SecurityPart>
      <SecurityPart title="Aplicación de códigos" done={doneIn('totp')}>
        <Totp totp={totp} onDone={onDoneIn('totp')} />
      </SecurityPart>
      {hasFactor && (
        <SecurityPart title="Códigos de recuperación" done={doneIn('codes')}>
          <RecoveryCodesLeft left={recovery_codes_left} onDone={onDoneIn('codes')} />
        </SecurityPart>
      )}
    </>
  )
}
