import type { CreationOptions } from '@carpeta/contract/auth'
import { MAX_PASSKEY_NAME, passkeyNameError } from '@carpeta/domain/access/second-factor-rules'
import { startRegistration } from '@simplewebauthn/browser'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { ruleResolver } from '../../forms/rule-resolver.ts'
import { useSave } from '../../forms/use-save.ts'
import { TextInput } from '../../ui/fields/inputs.ts'
import { type CreatedPasskey, registerPasskey, startPasskeyRegistration } from './calls.ts'
import { PasskeyNotice } from './passkey-notice.tsx'
import { PasskeyFailure, passkeyMessage } from './passkeys.ts'
import { useFactorAdded } from './use-factor-added.tsx'

interface Props {
  onAdded: () => void
  onClose: () => void
}

export interface TypedPasskey {
  name: string
}

export const passkeyResolver = ruleResolver<TypedPasskey>(({ name }) => {
  const error = passkeyNameError(name)
  return error === null ? {} : { name: error }
})

/** Names a passkey, creates it in the browser and registers it. */
export function AddPasskey({ onAdded, onClose }: Props) {
  const [failure, setFailure] = useState<PasskeyFailure>()
  const { codes, finish } = useFactorAdded(onAdded)
  const form = useForm<TypedPasskey>({
    defaultValues: { name: deviceName(navigator.userAgent) },
    resolver: passkeyResolver,
  })
  const saving = useSave({ form, names: ['name'], save })

  async function save({ name }: TypedPasskey) {
    setFailure(undefined)
    try {
      const response = await createPasskey(await startPasskeyRegistration())
      finish(await registerPasskey(name.trim(), response))
    } catch (error) {
      if (!(error instanceof PasskeyFailure)) throw error
      setFailure(error)
    }
  }

  if (codes) return codes
  return (
    <FormDialog
      title="Agregar una llave de acceso"
      submit="Continuar"
      {...saving}
      isDirty={false}
      notice={saving.notice || (failure && <PasskeyNotice error={failure} />)}
      onClose={onClose}
    >
      <p>
        Tu teléfono o computador te reconocerá con tu huella, tu cara o su clave. Con ella ingresas
        sin escribir tu contraseña.
      </p>
      <TextInput
        {...form.register('name')}
        label="Nombre"
        description="Para reconocerla en tu perfil."
        maxLength={MAX_PASSKEY_NAME}
        data-autofocus
        error={form.formState.errors.name?.message}
      />
    </FormDialog>
  )
}

const DEVICES: [RegExp, string][] = [
  [/iPhone/, 'Mi iPhone'],
  [/iPad/, 'Mi iPad'],
  [/Android.*Mobile/, 'Mi teléfono Android'],
  [/Android/, 'Mi tableta Android'],
  [/Macintosh/, 'Mi Mac'],
  [/Windows/, 'Mi computador Windows'],
]

/** A first suggestion for a passkey's name, which its owner can change. */
export function deviceName(userAgent: string): string {
  return DEVICES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Mi computador'
}

async function createPasskey(optionsJSON: CreationOptions): Promise<CreatedPasskey> {
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
  } catch (error) {
    throw new PasskeyFailure(
      passkeyMessage(error, {
        NotAllowedError: 'No se agregó la llave de acceso. Puedes intentarlo de nuevo.',
        InvalidStateError: 'Ese equipo ya tiene una llave de acceso de tu cuenta',
      }),
    )
  }
}
