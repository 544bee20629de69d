import type { DeedStep } from '@carpeta/domain/sales/deed-steps'
import classes from './deed.module.css'

export function DeedProgress({ steps }: { steps: DeedStep[] }) {
  const done = steps.filter(({ doneOn }) => doneOn !== null).length
  const next = steps.find(({ doneOn }) => doneOn === null)
  return (
    <div className={classes.progress}>
      <p className={classes.count}>
        {done} de {steps.length} pasos terminados
      </p>
      <div className={classes.bar} aria-hidden="true">
        {steps.map(({ field, doneOn }) => (
          <span key={field} data-done={doneOn !== null || undefined} />
        ))}
      </div>
      <p className={classes.next}>
        {next ? (
          <>
            Sigue: <strong>{next.label}</strong>. Actúa: {next.actor}.
          </>
        ) : (
          'Tu escrituración está terminada.'
        )}
      </p>
    </div>
  )
}
