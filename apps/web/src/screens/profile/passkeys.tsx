import { MAX_PASSKEY_NAME } from '@carpeta/domain/access/second-factor-rules'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type Passkey,
  removePasskey,
  renamePasskey,
  secondFactorQuery,
} from '../../api/second-factor.ts'
import { AskFirst } from '../../forms/ask-first.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDialogForm } from '../../forms/use-dialog-form.ts'
import { AddPasskey, passkeyResolver, type TypedPasskey } from '../../second-factor/add-passkey.tsx'
import { passkeysAreSupported, unsupportedMessage } from '../../second-factor/passkeys.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import { PlusIcon } from '../../ui/icons/icons.tsx'
import { DividedList } from '../../ui/layout/divided-list.tsx'
import classes from './profile.module.css'

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
      <div className={classes.row}>
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
      <div className={classes.actions}>
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

interface Props {
  passkey: Passkey
  onRenamed: () => void
  onClose: () => void
}

function RenamePasskey({ passkey, onRenamed, onClose }: Props) {
  const [resource] = secondFactorQuery.queryKey
  const { form, errors, dialog } = useDialogForm<TypedPasskey>({
    defaultValues: { name: passkey.name },
    resolver: passkeyResolver,
    names: ['name'],
    resource,
    save: ({ name }) => renamePasskey(passkey.id, name.trim()),
    onClose: onRenamed,
  })
  return (
    <FormDialog title="Cambiar nombre" {...dialog} onClose={onClose}>
      <TextInput
        {...form.register('name')}
        label="Nombre de la llave de acceso"
        maxLength={MAX_PASSKEY_NAME}
        data-autofocus
        error={errors.name?.message}
      />
    </FormDialog>
  )
}

interface RemoveFactorProps {
  title: string
  children: ReactNode
  remove: () => Promise<void>
  onRemoved: () => void
  onClose: () => void
}

export function RemoveFactor({ title, children, remove, onRemoved, onClose }: RemoveFactorProps) {
  const client = useQueryClient()

  async function removeAndReload() {
    await remove()
    await client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    onRemoved()
  }

  return (
    <AskFirst
      title={title}
      confirm="Quitar"
      cancel="Cancelar"
      action={removeAndReload}
      onClose={onClose}
    >
      {children}
    </AskFirst>
  )
}

export interface PartProps {
  /** Tells the user, in this part, what was done. */
  onDone: (message: string) => void
}
