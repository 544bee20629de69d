import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { Link } from 'react-router'
import { useIsView } from '../../session/use-is-view.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'

export function Screen() {
  const isView = useIsView()
  const isTemporary = useStoredUser()?.must_change_password === true
  return (
    <CardPage title="Cambiar contraseña">
      <h1>Cambiar contraseña</h1>
      {isTemporary && (
        <Notice tone="info">Tu contraseña es temporal: elige una nueva para seguir.</Notice>
      )}
      {isView ? (
        <Notice tone="info">{viewAsMessages.readOnly.text}</Notice>
      ) : (
        <ChangePasswordForm />
      )}
      {!isTemporary && (
        <p>
          <Link to="/dashboard">Volver</Link>
        </p>
      )}
    </CardPage>
  )
}
