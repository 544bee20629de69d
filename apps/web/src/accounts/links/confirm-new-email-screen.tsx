import { confirmEmailChange } from '../calls.ts'
import { ConfirmationPage } from './confirmation-page.tsx'

export function Component() {
  return (
    <ConfirmationPage
      title="Confirmación del correo nuevo"
      parameter="token"
      subject="tu correo nuevo"
      confirm={confirmEmailChange}
      confirmed={{
        text: 'Desde ahora tus correos llegan a esta dirección. Avisamos del cambio a la anterior.',
        to: '/',
        button: 'Ir a mi carpeta',
      }}
      ifDead="Si el cambio sigue pendiente, pídelo de nuevo en tu perfil. Si necesitas ayuda, escribe a"
    />
  )
}
