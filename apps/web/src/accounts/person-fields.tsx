import { userLimits } from '@carpeta/domain/people/user-form-rules'
import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormReturn,
  useFormState,
} from 'react-hook-form'
import { TextInput, type TextInputProps } from '../ui/fields/inputs.ts'
import { RutField } from '../ui/fields/rut-field.tsx'

interface Props<Typed extends FieldValues> extends Omit<TextInputProps, 'form' | 'ref'> {
  form: UseFormReturn<Typed>
  name: FieldPath<Typed>
}

// Staff type somebody else's data, so autofill is off unless a form turns it on.

export function FirstNameField<Typed extends FieldValues>(props: Props<Typed>) {
  return <NameField label="Nombre" {...props} />
}

export function LastNameField<Typed extends FieldValues>(props: Props<Typed>) {
  return <NameField label="Apellido" {...props} />
}

function NameField<Typed extends FieldValues>({ form, name, ...props }: Props<Typed>) {
  return (
    <TextInput
      {...form.register(name)}
      maxLength={userLimits.name}
      autoComplete="off"
      error={useError(form, name)}
      {...props}
    />
  )
}

export function EmailField<Typed extends FieldValues>({ form, name, ...props }: Props<Typed>) {
  return (
    <TextInput
      {...form.register(name)}
      label="Correo"
      type="email"
      maxLength={userLimits.email}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      error={useError(form, name)}
      {...props}
    />
  )
}

export function PersonRutField<Typed extends FieldValues>({ form, name, ...props }: Props<Typed>) {
  return (
    <RutField {...form.register(name)} autoComplete="off" error={useError(form, name)} {...props} />
  )
}

function useError<Typed extends FieldValues>(
  { control }: UseFormReturn<Typed>,
  name: FieldPath<Typed>,
): string | undefined {
  const { errors } = useFormState({ control, name })
  const error: FieldError | undefined = get(errors, name)
  return error?.message
}
