import {
  brokenPasswordRules,
  passwordMaxLength,
  passwordMismatch,
} from '@carpeta/domain/access/password-rules'
import { containsPersonalData, type PersonalData } from '@carpeta/domain/people/person-in-text'
import {
  type Dispatch,
  type SetStateAction,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { TextInputProps } from './inputs.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordRules } from './password-rules.tsx'

interface NewPassword {
  password: string
  repeat: string
}

export const noPassword: NewPassword = { password: '', repeat: '' }

export function isAcceptable(
  { password, repeat }: NewPassword,
  person: PersonalData | null = null,
): boolean {
  const isPersonal = person !== null && containsPersonalData(password, person)
  return brokenPasswordRules(password).length === 0 && !isPersonal && password === repeat
}

interface Props {
  label: string
  /** Whose password it is, as far as it is known here: the server knows the rest. */
  person?: PersonalData | null
  value: NewPassword
  onChange: Dispatch<SetStateAction<NewPassword>>
}

/** A new password with its rules and its repetition, which cannot be pasted. */
export function NewPasswordFields({
  label,
  person = null,
  value: { password, repeat },
  onChange,
}: Props) {
  const [isPasteRefused, setPasteRefused] = useState(false)
  const differ = password !== '' && repeat !== '' && password !== repeat

  // A password manager fills in both fields at once, so each change uses the latest state.
  function change(part: Partial<NewPassword>) {
    onChange((before) => ({ ...before, ...part }))
  }

  function refuse(event: SyntheticEvent) {
    event.preventDefault()
    setPasteRefused(true)
  }

  return (
    <>
      <TypedPasswordField
        label={label}
        name="new-password"
        autoComplete="new-password"
        maxLength={passwordMaxLength}
        onText={(text) => change({ password: text })}
      />
      <PasswordRules password={password} person={person} />
      <TypedPasswordField
        label="Repite la contraseña"
        name="repeat-password"
        autoComplete="new-password"
        maxLength={passwordMaxLength}
        onText={(text) => {
          setPasteRefused(false)
          change({ repeat: text })
        }}
        onPaste={refuse}
        onDrop={refuse}
        error={differ && passwordMismatch}
        errorProps={{ role: 'status' }}
        description={isPasteRefused && 'Aquí no se puede pegar: escríbela de nuevo.'}
        descriptionProps={{ role: 'status' }}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
    </>
  )
}

interface TypedPasswordFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  onText: (text: string) => void
}

/**
 * Reports the text, including what was typed or autofilled before hydration. The input is
 * uncontrolled, since React would empty a controlled one.
 */
export function TypedPasswordField({ onText, ...props }: TypedPasswordFieldProps) {
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
