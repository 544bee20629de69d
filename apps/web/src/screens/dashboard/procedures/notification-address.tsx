import { maskedEmail } from '@carpeta/domain/people/masked-email'
import { Link } from 'react-router'
import { preferencesQuery } from '../../../api/preferences.ts'
import { useOptionalQuery } from '../../../session/use-optional-query.ts'
import { useStoredUser } from '../../../session/use-stored-user.ts'
import { MailIcon } from '../../../ui/icons/icons.tsx'
import classes from './procedures.module.css'

/** The address to which notifications of this request go. */
export function NotificationAddress() {
  const user = useStoredUser()
  const { data: preferences, isAbsent } = useOptionalQuery(preferencesQuery)
  if (isAbsent) return null
  const address = maskedEmail(user?.email ?? '')
  const wantsEmails = preferences?.request_letters !== false && address !== ''
  return (
    <p className={classes.news}>
      <MailIcon size={18} />
      <span>
        {wantsEmails ? (
          `Te avisaremos a ${address} cuando haya novedades.`
        ) : (
          <>
            No te enviaremos correos sobre este trámite: la respuesta estará en Mis Trámites. Puedes
            cambiarlo en <Link to="/profile">tu perfil</Link>.
          </>
        )}
      </span>
    </p>
  )
}
