import {
  passwordMaxLength,
  passwordMaxRule,
  passwordRules,
} from '@carpeta/domain/access/password-rules'
import { containsPersonalData, type PersonalData } from '@carpeta/domain/people/person-in-text'
import { VisuallyHidden } from '../display/visually-hidden.tsx'
import { CheckCircleIcon, InfoIcon } from '../icons/icons.tsx'
import classes from './fields.module.css'

/** The rules of a new password, checked while the user types. */
export function PasswordRules({
  password,
  person = null,
  personalRule = 'Sin tu nombre ni tu rut',
}: {
  password: string
  /** Whose password it is; null where the page does not know, and the server alone checks it. */
  person?: PersonalData | null
  personalRule?: string
}) {
  return (
    <ul className={classes.rules} aria-label="La contraseña necesita" aria-live="polite">
      {passwordRules.map(({ message, broken }) => (
        <Rule key={message} message={message} isMet={!broken(password)} />
      ))}
      {person ? (
        <Rule
          message={personalRule}
          isMet={password !== '' && !containsPersonalData(password, person)}
        />
      ) : (
        <Note>{personalRule}</Note>
      )}
      {password.length >= passwordMaxLength && <Note>{passwordMaxRule.message}</Note>}
    </ul>
  )
}

function Note({ children }: { children: string }) {
  return (
    <li className={classes.rule}>
      <InfoIcon size={18} />
      <span>{children}</span>
    </li>
  )
}

function Rule({ message, isMet }: { message: string; isMet: boolean }) {
  return (
    <li className={classes.rule} data-met={isMet} aria-atomic="true">
      {isMet ? <CheckCircleIcon size={18} /> : <span className={classes.open} />}
      <span>{message}</span>
      <VisuallyHidden component="span">{isMet ? 'cumplido' : 'falta'}</VisuallyHidden>
    </li>
  )
}
