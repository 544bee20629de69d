import { useState } from 'react'
import { ApiError, isCsrfFailure } from '../../api/api-error.ts'
import { HelpCode } from '../../session/failures/failure-notice.tsx'
import classes from './login.module.css'
import { RestoreDialog } from './restore-dialog.tsx'

export { RestoreDialog }

/** Under the sentence of a refused login: what else one can do, or the code of an unexpected failure. */
export function AfterRefusal({ error }: { error: unknown }) {
  const [asked, setAsked] = useState<'new' | 'first' | null>(null)
  if (!isWrongPassword(error)) return <HelpCode error={error} />
  return (
    <>
      <p className={classes.ways}>
        <button type="button" className={classes.forgot} onClick={() => setAsked('new')}>
          Crea una nueva contraseña
        </button>
        <button type="button" className={classes.forgot} onClick={() => setAsked('first')}>
          Primera vez
        </button>
      </p>
      {asked && <RestoreDialog isFirst={asked === 'first'} onClose={() => setAsked(null)} />}
    </>
  )
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400 && !isCsrfFailure(error)
}
