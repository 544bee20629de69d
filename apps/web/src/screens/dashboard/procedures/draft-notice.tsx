import { isConnectionLost, isSessionEnded } from '../../../api/client/api-error.ts'
import { NoConnection } from '../../../session/failures/no-connection.tsx'
import { SessionEnded } from '../../../session/failures/session-ended.tsx'
import classes from './procedures.module.css'
import type { DraftState } from './use-autosaved-draft.ts'

const labels = { untouched: '', saving: 'Guardando borrador…', saved: 'Borrador guardado' }

/** The state of the autosaved draft; only an error is announced. */
export function DraftNotice({ state }: { state: DraftState }) {
  if (state.name !== 'failed') return <p className={classes.draft}>{labels[state.name]}</p>
  if (isSessionEnded(state.error)) return <SessionEnded />
  if (isConnectionLost(state.error)) return <NoConnection place="part" />
  return (
    <p className={classes.draft} role="alert">
      No pudimos guardar el borrador. Lo intentaremos de nuevo.
    </p>
  )
}
