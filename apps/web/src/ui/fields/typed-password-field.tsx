import type { PasswordInputProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { PasswordField } from './password-field.tsx'

interface Props extends Omit<PasswordInputProps, 'value' | 'onChange'> {
  onText: (text: string) => void
}

/**
 * Tells what is in it, also what was typed or filled in before the scripts ran: the element keeps
 * its own value, for a controlled one would be emptied when the page is taken over.
 */
export function TypedPasswordField({ onText, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is taken over.
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
