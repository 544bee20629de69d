import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { useState } from 'react'
import { removeTotp, type SecondFactor } from '../../../api/second-factor/second-factor.ts'
import { SetUpTotp } from '../../../second-factor/set-up-totp.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { DividedList } from '../../../ui/layout/divided-list.tsx'
import classes from '../profile.module.css'
import type { PartProps } from './part-props.ts'
import { RemoveFactor } from './remove-factor.tsx'
import security from './security.module.css'

export function Totp({ totp, onDone }: PartProps & { totp: SecondFactor['totp'] }) {
  const [opened, setOpened] = useState<'add' | 'remove' | null>(null)
  const close = () => setOpened(null)

  function open(next: 'add' | 'remove') {
    onDone('')
    setOpened(next)
  }

  function finish(message: string) {
    onDone(message)
    close()
  }

  return (
    <>
      <p className={classes.detail}>
        Después de la contraseña escribes el código que muestra una aplicación de tu teléfono.
      </p>
      {totp ? (
        <DividedList>
          <li>
            <div className={security.row}>
              <p className={classes.device}>Configurada</p>
              <p className={classes.detail}>
                {totp.last_used_at
                  ? `Último uso ${dateTimeInSantiago(totp.last_used_at)}`
                  : `Desde ${dateTimeInSantiago(totp.created_at)}, sin uso todavía`}
              </p>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label="Quitar la aplicación de códigos"
              onClick={() => open('remove')}
            >
              Quitar
            </Button>
          </li>
        </DividedList>
      ) : (
        <div>
          <Button variant="default" className={security.long} onClick={() => open('add')}>
            Configurar una aplicación de códigos
          </Button>
        </div>
      )}
      {opened === 'add' && (
        <SetUpTotp
          onAdded={() => finish('Se configuró la aplicación de códigos')}
          onClose={close}
        />
      )}
      {opened === 'remove' && (
        <RemoveFactor
          title="¿Quitar la aplicación de códigos?"
          remove={removeTotp}
          onRemoved={() => finish('Se quitó la aplicación de códigos')}
          onClose={close}
        >
          <p>Sus códigos ya no servirán para ingresar. Puedes borrar la cuenta en la aplicación.</p>
        </RemoveFactor>
      )}
    </>
  )
}
