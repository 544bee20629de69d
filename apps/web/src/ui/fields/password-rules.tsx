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
}: {
  password: string
  person?: PersonalData | null
}) {
  return (
    <ul className={classes.rules} aria-label="La contraseña necesita" aria-live="polite">
      {passwordRules.map(({ message, broken }) => (
        <Rule key={message} message={message} isMet={!broken(password)} />
      ))}
      {person && (
        <Rule
          message="Sin tu nombre ni tu rut"
          isMet={password !== '' && !containsPersonalData(password, person)}
        />
      )}
      {password.length >= passwordMaxLength && (
        <li className={classes.rule}>
          <InfoIcon size={18} />
          <span>{passwordMaxRule.message}</span>
        </li>
      )}
    </ul>
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
