import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { useState } from 'react'
import { type Passkey, removePasskey } from '../../../api/second-factor/second-factor.ts'
import { AddPasskey } from '../../../second-factor/add-passkey.tsx'
import { passkeysAreSupported, unsupportedMessage } from '../../../second-factor/passkeys.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { PlusIcon } from '../../../ui/icons/icons.tsx'
import { DividedList } from '../../../ui/layout/divided-list.tsx'
import classes from '../profile.module.css'
import type { PartProps } from './part-props.ts'
import { RemoveFactor } from './remove-factor.tsx'
import { RenamePasskey } from './rename-passkey.tsx'
import security from './security.module.css'

type Opened = { name: 'add' } | { name: 'rename' | 'remove'; passkey: Passkey }

export function Passkeys({ passkeys, onDone }: PartProps & { passkeys: Passkey[] }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)

  function open(next: Opened) {
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
        Ingresas con tu huella, tu cara o la clave de tu teléfono o computador, sin escribir la
        contraseña.
      </p>
      {passkeys.length > 0 && (
        <DividedList>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => open({ name: 'rename', passkey })}
              onRemove={() => open({ name: 'remove', passkey })}
            />
          ))}
        </DividedList>
      )}
      {passkeysAreSupported() ? (
        <div>
          <Button
            variant="default"
            leftSection={<PlusIcon size={18} />}
            onClick={() => open({ name: 'add' })}
          >
            Agregar una llave de acceso
          </Button>
        </div>
      ) : (
        <p className={classes.detail}>{unsupportedMessage}.</p>
      )}
      {opened?.name === 'add' && (
        <AddPasskey onAdded={() => finish('Se agregó la llave de acceso')} onClose={close} />
      )}
      {opened?.name === 'rename' && (
        <RenamePasskey
          passkey={opened.passkey}
          onRenamed={() => finish('Se cambió el nombre')}
          onClose={close}
        />
      )}
      {opened?.name === 'remove' && (
        <RemoveFactor
          title={`¿Quitar la llave de acceso ${opened.passkey.name}?`}
          remove={() => removePasskey(opened.passkey.id)}
          onRemoved={() => finish('Se quitó la llave de acceso')}
          onClose={close}
        >
          <p>
            Con ella ya no podrás ingresar. Si sigue guardada en tu equipo, puedes borrarla también
            ahí.
          </p>
        </RemoveFactor>
      )}
    </>
  )
}

interface RowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, onRename, onRemove }: RowProps) {
  const { name, is_backed_up, created_at, last_used_at } = passkey
  return (
    <li>
      <div className={security.row}>
        <p className={classes.device}>{name}</p>
        <p className={classes.detail}>
          {last_used_at
            ? `Último uso ${dateTimeInSantiago(last_used_at)}`
            : `Agregada ${dateTimeInSantiago(created_at)}, sin uso todavía`}
        </p>
        <p className={classes.detail}>
          {is_backed_up ? 'Con respaldo en tu gestor de contraseñas' : 'Solo en ese equipo'}
        </p>
      </div>
      <div className={security.actions}>
        <Button
          variant="default"
          size="xs"
          aria-label={`Cambiar nombre de ${name}`}
          onClick={onRename}
        >
          Cambiar nombre
        </Button>
        <Button variant="default" size="xs" aria-label={`Quitar ${name}`} onClick={onRemove}>
          Quitar
        </Button>
      </div>
    </li>
  )
}
