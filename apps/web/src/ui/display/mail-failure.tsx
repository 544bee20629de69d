import { mailFailureReason } from '@carpeta/domain/system/mail-failures'
import classes from './mail-failure.module.css'

/** Why an email did not arrive; the mail server's own words, seldom Spanish, are folded. */
export function MailFailure({ said }: { said: string }) {
  return (
    <>
      {mailFailureReason(said)}
      <details className={classes.said}>
        <summary>Ver el detalle</summary>
        <span lang="en">{said}</span>
      </details>
    </>
  )
}
