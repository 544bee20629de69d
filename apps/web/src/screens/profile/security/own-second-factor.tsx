import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { secondFactorQuery } from '../../../api/second-factor/second-factor.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import classes from '../profile.module.css'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodesLeft } from './recovery-codes-left.tsx'
import { SecondFactorSkeleton } from './second-factor-skeleton.tsx'
import { SecurityPart } from './security-part.tsx'
import { Totp } from './totp.tsx'

/** The ways in which the user confirms a login, besides the password. */
export function OwnSecondFactor() {
  const { data: factor, error, refetch } = useQuery(secondFactorQuery)
  const [done, setDone] = useState('')

  const failure = error && <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!factor) return failure ?? <SecondFactorSkeleton />
  const { passkeys, totp, recovery_codes_left } = factor
  const hasFactor = passkeys.length > 0 || totp !== null
  return (
    <>
      {failure}
      <p className={classes.detail}>
        {hasFactor
          ? 'Tu cuenta tiene un segundo factor: nadie entra solo con tu contraseña.'
          : 'Con un segundo factor nadie entra solo con tu contraseña. Lo más simple es una llave de acceso.'}
      </p>
      {done && <Notice tone="success">{done}</Notice>}
      <SecurityPart title="Llaves de acceso">
        <Passkeys passkeys={passkeys} onDone={setDone} />
      </SecurityPart>
      <SecurityPart title="Aplicación de códigos">
        <Totp totp={totp} onDone={setDone} />
      </SecurityPart>
      {hasFactor && (
        <SecurityPart title="Códigos de recuperación">
          <RecoveryCodesLeft left={recovery_codes_left} onDone={setDone} />
        </SecurityPart>
      )}
    </>
  )
}
