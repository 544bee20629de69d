import type { Refusal } from '@carpeta/domain/errors/refusal'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { Textarea } from '../ui/fields/inputs.ts'
import { FormDialog } from './form-dialog.tsx'
import { ruleResolver } from './rule-resolver.ts'
import { useSave } from './use-save.ts'

interface Props {
  title: string
  submit: string
  maxLength: number
  /** Shown while there is no reason. */
  required: Refusal
  /** Closes the dialog once it is done; a failure is shown there. */
  save: (reason: string) => Promise<void>
  onClose: () => void
  /** The consequences, in words. */
  children: ReactNode
  /** Fields below the reason. */
  more?: ReactNode
}

/** Asks for the reason of a step that takes something away. May need the password again. */
export function ReasonDialog(props: Props) {
  const { title, submit, maxLength, required, save, onClose, children, more } = props
  const form = useForm({
    defaultValues: { reason: '' },
    resolver: ruleResolver<{ reason: string }>(({ reason }) =>
      reason.trim() === '' ? { reason: required } : {},
    ),
  })
  const saving = useSave({
    form,
    names: ['reason'],
    save: async ({ reason }) => {
      await save(reason)
      onClose()
    },
  })
  return (
    <FormDialog {...saving} title={title} submit={submit} isDanger onClose={onClose}>
      {children}
      <Textarea
        {...form.register('reason')}
        label="Motivo"
        description="Obligatorio"
        rows={3}
        maxLength={maxLength}
        data-autofocus
        error={form.formState.errors.reason?.message}
      />
      {more}
    </FormDialog>
  )
}
