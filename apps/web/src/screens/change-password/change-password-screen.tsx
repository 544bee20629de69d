import { Link } from 'react-router'
import { CardPage } from '../../layout/card-page.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'

export function Screen() {
  return (
    <CardPage>
      <h1>Cambiar contraseña</h1>
      <ChangePasswordForm />
      <p>
        <Link to="/dashboard">Volver</Link>
      </p>
    </CardPage>
  )
}
