import { useEffect, useRef } from 'react'
import type { TextInputProps } from './inputs.ts'
import { PasswordField } from './password-field.tsx'

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  onText: (text: string) => void
}

/**
 * Reports the text, including what was typed or autofilled before hydration. The input is
 * uncontrolled, since React would empty a controlled one.
 */
export function TypedPasswordField({ onText, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after hydration.
  useEffect(() => {
    if (input.current?.value) onText(input.current.value)
  }, [])

  return (
    <PasswordField
      {...props}
      ref={input}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
    />
  )
}
