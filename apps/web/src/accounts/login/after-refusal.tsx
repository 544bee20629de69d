import { useState } from 'react'
import { ApiError, isCsrfFailure } from '../../api/api-error.ts'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { HelpCode } from '../../session/failures/failure-notice.tsx'
import classes from './login.module.css'
import { RestoreDialog } from './restore-dialog.tsx'

export { RestoreDialog }

/** Under the sentence of a refused login: what else one can do, or the code of an unexpected failure. */
export function AfterRefusal({ error }: { error: unknown }) {
  const [isOpen, setOpen] = useState(false)
  const [isFirst, setFirst] = useState(false)
  if (!isWrongPassword(error)) return <HelpCode error={error} />
  return (
    <>
      <p className={classes.ways}>
        <button type="button" className={classes.forgot} onClick={() => setOpen(true)}>
          Crea una nueva
        </button>
        <button
          type="button"
          className={classes.forgot}
          aria-expanded={isFirst}
          onClick={() => setFirst(!isFirst)}
        >
          Primera vez
        </button>
      </p>
      {isFirst && (
        <p>
          Tu cuenta se activa con el enlace que te enviamos al invitarte. Si no lo encuentras, con
          «Crea una nueva» te lo enviamos otra vez. Si no te llega, escribe a <CooperativeEmail />.
        </p>
      )}
      {isOpen && <RestoreDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400 && !isCsrfFailure(error)
}
