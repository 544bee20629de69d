import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { refreshUser } from '../../session/refresh-user.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { passkeysAreSupported, unsupportedMessage } from './passkeys.ts'
import classes from './second-factor.module.css'
import { SetUpTotp } from './set-up-totp.tsx'

/** What accounts with access to other people's data do before anything else. */
export function Component() {
  const user = useStoredUser()
  const { state }: { state: { from?: string } | null } = useLocation()
  const [opened, setOpened] = useState<'passkey' | 'totp' | null>(null)
  const close = () => setOpened(null)
  const dialog = { onAdded: () => void refreshUser().then(close), onClose: close }
  const isUnsupported = !passkeysAreSupported()

  // The recovery codes stay until they are saved, although the user may already be up to date.
  if (user && !user.must_enroll_second_factor && opened === null) {
    return <Navigate to={state?.from ?? '/dashboard'} replace />
  }
  return (
    <CardPage title="Protege tu cuenta">
      <div>
        <h1>Protege tu cuenta</h1>
        <p>
          Desde tu cuenta se ven o se cambian datos que no son tuyos. Por eso, además de la
          contraseña, necesita un segundo factor: así nadie entra solo con tu contraseña.
        </p>
      </div>
      <Way title="Llave de acceso" detail={isUnsupported ? `${unsupportedMessage}.` : PASSKEY}>
        {!isUnsupported && (
          <Button fullWidth onClick={() => setOpened('passkey')}>
            Agregar una llave de acceso
          </Button>
        )}
      </Way>
      <Way title="Aplicación de códigos" detail={TOTP}>
        <Button variant="default" fullWidth onClick={() => setOpened('totp')}>
          Configurar una aplicación de códigos
        </Button>
      </Way>
      <p className={classes.note}>Toma un minuto. Después sigues donde estabas.</p>
      {opened === 'passkey' && <AddPasskey {...dialog} />}
      {opened === 'totp' && <SetUpTotp {...dialog} />}
    </CardPage>
  )
}

const PASSKEY =
  'Lo más simple y lo más seguro: tu teléfono o computador te reconoce con tu huella, tu cara o su clave.'
const TOTP = 'Una aplicación de tu teléfono muestra un código que cambia cada 30 segundos.'

interface WayProps {
  title: string
  detail: string
  children: ReactNode
}

function Way({ title, detail, children }: WayProps) {
  return (
    <section className={classes.way}>
      <h2>{title}</h2>
      <p>{detail}</p>
      {children}
    </section>
  )
}
