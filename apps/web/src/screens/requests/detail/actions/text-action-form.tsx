import { MAX_REQUEST_TEXT } from '@carpeta/domain/requests/request-states'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Textarea, TextInput } from '../../../../ui/fields/inputs.ts'
import { ButtonRow } from '../../../../ui/layout/button-row.tsx'
import { Stack } from '../../../../ui/layout/stack.tsx'

interface Props {
  label: string
  description: string
  /** A field of one line with small buttons, beside a document. */
  isCompact?: boolean
  rows?: number
  maxLength?: number
  autoFocus?: boolean
  text: string
  onText: (text: string) => void
  /** The error of an empty text; without it the server decides. */
  required?: string
  submit: string
  variant?: 'filled' | 'default'
  isBusy: boolean
  onSubmit: (text: string) => void
  onCancel?: () => void
  /** Between the field and the buttons. */
  failure?: ReactNode
}

/** An action on a request that takes one text: a note, a reason. */
export function TextActionForm(props: Props) {
  const { text, onText, required, isBusy, onSubmit, onCancel, isCompact = false } = props
  const [error, setError] = useState('')
  const buttonSize = isCompact ? 'xs' : 'sm'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (required && text.trim() === '') setError(required)
    else onSubmit(text.trim())
  }

  const field = {
    label: props.label,
    description: props.description,
    maxLength: props.maxLength ?? MAX_REQUEST_TEXT,
    autoFocus: props.autoFocus ?? false,
    value: text,
    error,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      onText(currentTarget.value)
      setError('')
    },
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={isCompact ? 'sm' : 'lg'}>
        {isCompact ? (
          <TextInput {...field} size="sm" autoComplete="off" />
        ) : (
          <Textarea {...field} rows={props.rows ?? 2} />
        )}
        {props.failure}
        <ButtonRow>
          <Button
            type="submit"
            size={buttonSize}
            variant={props.variant ?? 'default'}
            loading={isBusy}
          >
            {props.submit}
          </Button>
          {onCancel && (
            <Button variant="default" size={buttonSize} onClick={onCancel}>
              Cancelar
            </Button>
          )}
        </ButtonRow>
      </Stack>
    </form>
  )
}
