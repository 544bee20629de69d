import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { Link } from 'react-router'
import { useIsView } from '../../session/use-is-view.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'

export function Screen() {
  const isView = useIsView()
  return (
    <CardPage>
      <h1>Cambiar contraseña</h1>
      {isView ? <Notice tone="info">{viewAsMessages.readOnly}</Notice> : <ChangePasswordForm />}
      <p>
        <Link to="/dashboard">Volver</Link>
      </p>
    </CardPage>
  )
}
