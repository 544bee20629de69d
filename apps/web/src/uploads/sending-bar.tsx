import { Progress } from '../ui/feedback/progress.ts'
import classes from './uploads.module.css'

/** The progress of what is being sent. */
export function SendingBar({ percent }: { percent: number }) {
  return (
    <div className={classes.sending}>
      <p role="status">Enviando. No salgas de esta página.</p>
      <Progress.Root size="lg" className={classes.track}>
        <Progress.Section value={percent} aria-label="Avance del envío" />
      </Progress.Root>
      <p className={classes.detail}>{percent}&nbsp;%</p>
    </div>
  )
}
