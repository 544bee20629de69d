import type { FormEvent, ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { useRefusal } from './use-refusal.tsx'

interface Saving<Typed extends FieldValues, Name extends string> {
  form: UseFormReturn<Typed>
  /** The form's fields, as the server calls them. */
  names: readonly Name[]
  /** What the form calls them. */
  fieldOf: (name: Name) => FieldPath<Typed>
  act: (typed: Typed) => Promise<void>
}

export interface Save {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isBusy: boolean
  /** What was refused and belongs to no field. */
  notice: ReactNode
}

/** Saves what stands in a form; what the server refuses comes back onto its fields. */
export function useSave<Typed extends FieldValues, Name extends string>({
  form,
  names,
  fieldOf,
  act,
}: Saving<Typed, Name>): Save {
  const { handleSubmit, setError, clearErrors, formState } = form
  const refused = useRefusal(names, (name, message) =>
    setError(fieldOf(name), { message }, { shouldFocus: true }),
  )

  async function save(typed: Typed) {
    refused.clear()
    try {
      await act(typed)
    } catch (error) {
      refused.take(error)
    }
  }

  return {
    onSubmit: (event) => {
      // What was refused of a field without an input would refuse every later try as well.
      clearErrors()
      void handleSubmit(save)(event)
    },
    isBusy: formState.isSubmitting,
    notice: refused.notice,
  }
}
