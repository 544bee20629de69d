import { MAX_PASSKEY_NAME } from '@carpeta/domain/access/second-factor-rules'
import {
  type Passkey,
  renamePasskey,
  secondFactorQuery,
} from '../../../api/second-factor/second-factor.ts'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { useDialogForm } from '../../../forms/use-dialog-form.ts'
import { passkeyResolver, type TypedPasskey } from '../../../second-factor/add-passkey.tsx'
import { TextInput } from '../../../ui/fields/inputs.ts'

interface Props {
  passkey: Passkey
  onRenamed: () => void
  onClose: () => void
}

export function RenamePasskey({ passkey, onRenamed, onClose }: Props) {
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
