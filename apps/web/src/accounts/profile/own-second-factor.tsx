import { MAX_PASSKEY_NAME, RECOVERY_CODES } from '@carpeta/domain/access/second-factor-rules'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Confirmation } from '../../forms/confirmation.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useDialogForm } from '../../forms/use-dialog-form.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextInput } from '../../ui/fields/inputs.ts'
import { PlusIcon } from '../../ui/icons/icons.tsx'
import { DividedList } from '../../ui/layout/divided-list.tsx'
import { AddPasskey, passkeyResolver, type TypedPasskey } from '../factors/add-passkey.tsx'
import {
  type Passkey,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  type SecondFactor,
  secondFactorQuery,
} from '../factors/calls.ts'
import { passkeysAreSupported, unsupportedMessage } from '../factors/passkeys.ts'
import { RecoveryCodesDialog } from '../factors/recovery-codes.tsx'
import { SetUpTotp } from '../factors/set-up-totp.tsx'
import classes from './profile.module.css'

/** The ways in which the user confirms a login, besides the password. */
export function OwnSecondFactor() {
  const query = useQuery(secondFactorQuery)
  const factor = query.data
  const [done, setDone] = useState({ part: '', message: '' })

  const failure = query.error && (
    <LoadFailure error={query.error} onRetry={() => void query.refetch()} />
  )
  if (!factor) return failure ?? <SecondFactorSkeleton />
  const { passkeys, totp, recovery_codes_left } = factor
  const doneIn = (part: string) => (done.part === part ? done.message : '')
  const onDoneIn = (part: string) => (message: string) => setDone({ part, message })
  const hasFactor = passkeys.length > 0 || totp !== null
  return (
    <>
      {failure}
      <p className={classes.detail}>
        {hasFactor
          ? 'Tu cuenta tiene un segundo factor: nadie entra solo con tu contraseña.'
          : 'Un segundo factor es algo que se pide además de la contraseña: así nadie entra solo con ella. Lo más simple es una llave de acceso.'}
      </p>
      <SecurityPart title="Llaves de acceso" done={doneIn('passkeys')}>
        <Passkeys passkeys={passkeys} onDone={onDoneIn('passkeys')} />
      </SecurityPart>
      <SecurityPart title="Aplicación de códigos" done={doneIn('totp')}>
        <Totp totp={totp} onDone={onDoneIn('totp')} />
      </SecurityPart>
      {hasFactor && (
        <SecurityPart title="Códigos de recuperación" done={doneIn('codes')}>
          <RecoveryCodesLeft left={recovery_codes_left} onDone={onDoneIn('codes')} />
        </SecurityPart>
      )}
    </>
  )
}

function Totp({ totp, onDone }: PartProps & { totp: SecondFactor['totp'] }) {
  const { opened, open, close, finish } = useOpened<'add' | 'remove'>(onDone)

  return (
    <>
      <p className={classes.detail}>
        Después de la contraseña escribes el código que muestra una aplicación de tu teléfono.
      </p>
      {totp ? (
        <DividedList>
          <li>
            <div className={classes.row}>
              <p className={classes.device}>Configurada</p>
              <p className={classes.detail}>
                <UnbrokenDates
                  text={
                    totp.last_used_at
                      ? `Último uso ${dateTimeInSantiago(totp.last_used_at)}`
                      : `Desde ${dateTimeInSantiago(totp.created_at)}, sin uso todavía`
                  }
                />
              </p>
            </div>
            <Button
              variant="default"
              aria-label="Quitar la aplicación de códigos"
              onClick={() => open('remove')}
            >
              Quitar
            </Button>
          </li>
        </DividedList>
      ) : (
        <div>
          <Button variant="default" onClick={() => open('add')}>
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

/** The dialog of a part that is open; what was done before is told until one opens. */
function useOpened<Name>(onDone: PartProps['onDone']) {
  const [opened, setOpened] = useState<Name | null>(null)
  const close = () => setOpened(null)
  return {
    opened,
    close,
    open: (next: Name) => {
      onDone('')
      setOpened(next)
    },
    finish: (message: string) => {
      onDone(message)
      close()
    },
  }
}

/** Few codes are worth a warning. */
export const FEW_CODES = 3

function RecoveryCodesLeft({ left, onDone }: PartProps & { left: number }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<string[]>([])

  async function renew() {
    setCodes(await renewRecoveryCodes())
    await client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
  }

  function finish() {
    setCodes([])
    onDone('Tus códigos de recuperación son nuevos')
  }

  return (
    <>
      <p className={classes.detail}>
        Para ingresar si pierdes tu segundo factor. {leftSentence(left)}
      </p>
      {left <= FEW_CODES && (
        <Notice tone="warning">Crea códigos nuevos antes de que se te acaben.</Notice>
      )}
      <div>
        <Button
          variant="default"
          onClick={() => {
            onDone('')
            setAsking(true)
          }}
        >
          Crear códigos nuevos
        </Button>
      </div>
      {isAsking && (
        <Confirmation
          title="¿Crear códigos de recuperación nuevos?"
          confirm="Crear códigos nuevos"
          action={renew}
          onClose={() => setAsking(false)}
        >
          <p>Los códigos que guardaste antes dejarán de servir.</p>
        </Confirmation>
      )}
      {codes.length > 0 && !isAsking && <RecoveryCodesDialog codes={codes} onSaved={finish} />}
    </>
  )
}

function leftSentence(left: number): string {
  if (left === 0) return 'No te queda ninguno.'
  return left === 1 ? 'Te queda 1.' : `Te quedan ${left} de ${RECOVERY_CODES}.`
}

export function SecondFactorSkeleton() {
  return (
    <>
      <p className={classes.detail} role="status">
        Cargando…
      </p>
      <Skeleton height={200} aria-hidden="true" />
    </>
  )
}

interface Props {
  title: string
  /** A confirmation, shown in this part because the card is longer than a phone's screen. */
  done?: string
  children: ReactNode
}

/** A part of the card with its own title. */
function SecurityPart({ title, done = '', children }: Props) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
      {done && <Notice tone="success">{done}</Notice>}
    </section>
  )
}

type Opened = { name: 'add' } | { name: 'rename' | 'remove'; passkey: Passkey }

function Passkeys({ passkeys, onDone }: PartProps & { passkeys: Passkey[] }) {
  const { opened, open, close, finish } = useOpened<Opened>(onDone)

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
          <UnbrokenDates
            text={
              last_used_at
                ? `Último uso ${dateTimeInSantiago(last_used_at)}`
                : `Agregada ${dateTimeInSantiago(created_at)}, sin uso todavía`
            }
          />
        </p>
        <p className={classes.detail}>
          {is_backed_up ? 'Con respaldo en tu gestor de contraseñas' : 'Solo en ese equipo'}
        </p>
      </div>
      <div className={classes.actions}>
        <Button variant="default" aria-label={`Cambiar nombre de ${name}`} onClick={onRename}>
          Cambiar nombre
        </Button>
        <Button variant="default" aria-label={`Quitar ${name}`} onClick={onRemove}>
          Quitar
        </Button>
      </div>
    </li>
  )
}

interface PasskeysProps {
  passkey: Passkey
  onRenamed: () => void
  onClose: () => void
}

function RenamePasskey({ passkey, onRenamed, onClose }: PasskeysProps) {
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

function RemoveFactor({ title, children, remove, onRemoved, onClose }: RemoveFactorProps) {
  const client = useQueryClient()

  async function removeAndReload() {
    await remove()
    await client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    onRemoved()
  }

  return (
    <Confirmation
      title={title}
      confirm="Quitar"
      isDanger
      action={removeAndReload}
      onClose={onClose}
    >
      {children}
    </Confirmation>
  )
}

interface PartProps {
  /** Tells the user, in this part, what was done. */
  onDone: (message: string) => void
}
