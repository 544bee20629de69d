import { useQueryClient } from '@tanstack/react-query'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Resolver,
  useForm,
} from 'react-hook-form'
import { useSave } from './use-save.ts'

interface Options<Typed extends FieldValues> {
  defaultValues: DefaultValues<Typed>
  resolver?: Resolver<Typed>
  /** The form's fields, by the server's names. */
  names: readonly FieldPath<Typed>[]
  /** The resource whose queries are outdated after saving. */
  resource: unknown
  save: (typed: Typed) => Promise<unknown>
  onClose: () => void
}

/** A form in a dialog that saves one item of a resource and closes. */
export function useDialogForm<Typed extends FieldValues>(options: Options<Typed>) {
  const { defaultValues, resolver, names, resource, save, onClose } = options
  const client = useQueryClient()
  const form = useForm<Typed>({ defaultValues, ...(resolver && { resolver }) })
  const saving = useSave({
    form,
    names,
    save: async (typed) => {
      await save(typed)
      await client.invalidateQueries({ queryKey: [resource] })
      onClose()
    },
  })
  return { form, errors: form.formState.errors, dialog: { ...saving, onClose } }
}
