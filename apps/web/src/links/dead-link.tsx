import { deadLinkMessage } from '@carpeta/domain/errors/error-messages'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../ui/buttons/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

/** Shown for an expired or used link of an email. */
export function DeadLink({ children }: { children: ReactNode }) {
  return (
    <>
      <div role="alert">
        <h1>{deadLinkMessage.text}</h1>
        <p>{children}</p>
      </div>
      <Button component={Link} to="/" size="md" fullWidth>
        Ir al inicio
      </Button>
    </>
  )
}

const HOW_TO_GET_ANOTHER =
  'Cada enlace sirve una sola vez y por un tiempo limitado. Para recibir uno nuevo, ve al inicio, elige «Olvidé mi contraseña» y escribe tu rut. También sirve si aún no activas tu cuenta.'

export function DeadPasswordLink() {
  return <DeadLink>{HOW_TO_GET_ANOTHER}</DeadLink>
}

/** At the form that could not be saved, since the link expired or was used meanwhile. */
export function DeadPasswordLinkNotice() {
  return (
    <Notice tone="error">
      <p>{deadLinkMessage.text}</p>
      <p>
        {HOW_TO_GET_ANOTHER} <Link to="/">Ir al inicio</Link>
      </p>
    </Notice>
  )
}
