import { importTokenDays, importTokenErrors } from '@carpeta/domain/imports/import-token-rules'
import { useState } from 'react'
import { createImportToken, IMPORT_TOKENS } from '../../../api/imports/import-tokens.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { useDialogForm } from '../../../forms/use-dialog-form.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { CopyButton } from '../../../ui/fields/copy-button.tsx'
import { NativeSelect, TextInput } from '../../../ui/fields/inputs.ts'
import classes from '../imports.module.css'

interface Typed {
  name: string
  days: string
}

const names = ['name', 'days'] as const

/** A form, and then the token, which is shown only here. */
export function CreateToken({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string | null>(null)
  return token === null ? (
    <TokenForm onToken={setToken} onClose={onClose} />
  ) : (
    <NewToken token={token} onClose={onClose} />
  )
}

function TokenForm({
  onToken,
  onClose,
}: {
  onToken: (token: string) => void
  onClose: () => void
}) {
  const { form, errors, dialog } = useDialogForm<Typed>({
    defaultValues: { name: '', days: '365' },
    names,
    resource: IMPORT_TOKENS,
    save: async ({ name, days }) => onToken(await createImportToken({ name, days: Number(days) })),
    // The dialog with the token takes its place.
    onClose: () => {},
  })
  const { register } = form
  return (
    <FormDialog {...dialog} onClose={onClose} title="Crear token" submit="Crear">
      <TextInput
        {...register('name', {
          validate: (name) => importTokenErrors({ name, days: 30 }).name?.text ?? true,
        })}
        label="Nombre"
        description="Para reconocerlo: qué programa lo usa, y en qué computador."
        maxLength={80}
        autoComplete="off"
        data-autofocus
        error={errors.name?.message}
      />
      <NativeSelect
        {...register('days')}
        label="Vale por"
        data={importTokenDays.map((days) => ({ value: String(days), label: `${days} días` }))}
        error={errors.days?.message}
      />
    </FormDialog>
  )
}

/** Only its button closes it: the token cannot be shown again. */
function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Dialog
      title="Guarda el token"
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      buttons={<Button onClick={onClose}>Ya lo guardé</Button>}
    >
      <p>Cópialo ahora en el programa que carga: no se vuelve a mostrar.</p>
      <p className={classes.token}>{token}</p>
      <CopyButton text={token} label="Copiar" />
    </Dialog>
  )
}
