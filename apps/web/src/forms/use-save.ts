import type { FormEvent, ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { useRefusal } from './use-refusal.tsx'

interface Saving<Typed extends FieldValues, Name extends string> {
  form: UseFormReturn<Typed>
  /** The form's fields, by the server's names. */
  names: readonly Name[]
  /** The form's name of a field, where it is not the server's. */
  fieldOf?: (name: Name) => FieldPath<Typed>
  save: (typed: Typed) => Promise<void>
}

interface Save {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isBusy: boolean
  isDirty: boolean
  /** The error that belongs to no field. */
  notice: ReactNode
}

/** Saves a form and puts the server's validation errors on its fields. */
export function useSave<Typed extends FieldValues, Name extends string>({
  form,
  names,
  fieldOf = (name) => name as string as FieldPath<Typed>,
  save,
}: Saving<Typed, Name>): Save {
  const { handleSubmit, setError, clearErrors, formState } = form
  const refused = useRefusal(names, (name, message) =>
    setError(fieldOf(name), { message }, { shouldFocus: true }),
  )

  async function submit(typed: Typed) {
    refused.clear()
    try {
      await save(typed)
    } catch (error) {
      refused.take(error)
    }
  }

  return {
    onSubmit: (event) => {
      // An error on a field without an input would block every later attempt.
      clearErrors()
      void handleSubmit(submit)(event)
    },
    isBusy: formState.isSubmitting,
    isDirty: formState.isDirty,
    notice: refused.notice,
  }
}
