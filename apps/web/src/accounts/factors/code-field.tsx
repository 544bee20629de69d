import { clockHint, secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import type { Ref } from 'react'
import { TextInput, type TextInputProps } from '../../ui/fields/inputs.ts'
import classes from './second-factor.module.css'

interface Props extends Omit<TextInputProps, 'onChange'> {
  ref?: Ref<HTMLInputElement>
  method: 'totp' | 'recovery_code'
  onText: (text: string) => void
}

// A phone shows its keyboard of digits for a code of the application, and all characters for the others.
const FIELDS = {
  totp: { label: 'Código', inputMode: 'numeric', placeholder: '123 456' },
  recovery_code: {
    label: 'Código de recuperación',
    inputMode: 'text',
    autoCapitalize: 'characters',
    placeholder: 'XXXX-XXXX-XXXX',
  },
} as const

/** It limits neither length nor characters, so that a code can be pasted as it was saved. */
export function CodeField({ method, onText, ...props }: Props) {
  const isWrong = method === 'totp' && props.error === secondFactorMessages.wrongCode.text
  return (
    <TextInput
      classNames={{ input: classes.code ?? '' }}
      name="code"
      autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
      autoCorrect="off"
      spellCheck={false}
      {...FIELDS[method]}
      description={isWrong && clockHint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...props}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
    />
  )
}
