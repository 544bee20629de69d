import { INCOMPLETE_RUT, isIncompleteRut } from '@carpeta/domain/people/rut'
import { useState } from 'react'
import { ApiError, isCsrfFailure } from '../../api/api-error.ts'
import { HelpCode } from '../../session/failures/failure-notice.tsx'
import classes from './login.module.css'
import { RestoreDialog } from './restore-dialog.tsx'

export { RestoreDialog }

/** Under the sentence of a refused login: what else one can do, or the code of an unexpected failure. */
export function AfterRefusal({ error, username }: { error: unknown; username: string }) {
  const [isAsked, setAsked] = useState(false)
  if (!isWrongPassword(error)) return <HelpCode error={error} />
  return (
    <>
      {isIncompleteRut(username) && <p>{INCOMPLETE_RUT}</p>}
      <p>
        <button type="button" className={classes.forgot} onClick={() => setAsked(true)}>
          Crea una nueva contraseña
        </button>
      </p>
      {isAsked && <RestoreDialog isFirst={false} onClose={() => setAsked(false)} />}
    </>
  )
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400 && !isCsrfFailure(error)
}
