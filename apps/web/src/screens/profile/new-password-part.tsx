import { passwordMaxLength } from '@carpeta/domain/password-rules'
import type { UseFormReturn } from 'react-hook-form'
import { PasswordField } from '../../ui/password-field.tsx'
import { PasswordRules } from '../../ui/password-rules.tsx'
import type { TypedAccount } from './account-fields.ts'

/** Left empty, the password stays. */
export function NewPasswordPart({ form }: { form: UseFormReturn<TypedAccount> }) {
  const { register, watch, formState } = form
  const { errors } = formState
  const password = watch('password')
  return (
    <>
      <PasswordField
        {...register('password')}
        label="Contraseña nueva"
        description="Si la dejas vacía, sigue la que tienes."
        autoComplete="new-password"
        maxLength={passwordMaxLength}
        error={errors.password?.message}
      />
      {password !== '' && (
        <>
          <PasswordRules password={password} />
          <PasswordField
            {...register('password_confirm')}
            label="Repite la contraseña"
            autoComplete="new-password"
            maxLength={passwordMaxLength}
            error={errors.password_confirm?.message}
          />
        </>
      )}
    </>
  )
}
