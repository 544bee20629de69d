import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../ui/buttons/button.tsx'

/** Shown for an expired or used link of an email. */
export function DeadLink({ children }: { children: ReactNode }) {
  return (
    <>
      <div role="alert">
        <h1>El link ya no está disponible</h1>
        <p>{children}</p>
      </div>
      <Button component={Link} to="/" size="md" fullWidth>
        Ir al inicio
      </Button>
    </>
  )
}

export function DeadPasswordLink() {
  return (
    <DeadLink>
      Cada enlace sirve una sola vez y por un tiempo limitado. Para recibir uno nuevo, ve al inicio,
      elige «Olvidé mi contraseña» y escribe tu rut. También sirve si aún no activas tu cuenta.
    </DeadLink>
  )
}
