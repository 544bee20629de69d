import { passwordMaxLength, TEMPORARY_PASSWORD_DAYS } from '@carpeta/domain/access/password-rules'
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form'
import { FieldPair } from '../../../forms/field-pair.tsx'
import { useIsExtended } from '../../../session/extended.ts'
import { LabelledSwitch } from '../../../ui/fields/labelled-switch.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { PasswordRules } from '../../../ui/fields/password-rules.tsx'
import type { TypedUser } from './user-fields.ts'
import classes from './user-form.module.css'

/** The account that the form shows. */
export type AccountKind = 'new' | 'own' | 'other'

interface Props {
  kind: AccountKind
  form: UseFormReturn<TypedUser>
}

/**
 * A new user gets a password or an invitation; an existing one keeps the password unless a new one
 * is typed.
 */
export function PasswordPart({ kind, form }: Props) {
  const { register, setValue, control } = form
  const { errors } = useFormState({ control })
  const isExtended = useIsExtended()
  const [isInvited, password] = useWatch({ control, name: ['invite', 'password'] })
  return (
    <fieldset className={classes.part}>
      <legend>Contraseña</legend>
      {kind === 'new' && isExtended && (
        <LabelledSwitch
          label="Enviar invitación"
          description="Recibirá un correo con un enlace para elegir su contraseña."
          isOn={isInvited}
          onMove={(isOn) => setValue('invite', isOn)}
        />
      )}
      {!isInvited && (
        <>
          {kind === 'own' && (
            <PasswordField
              {...register('old_password')}
              label="Contraseña actual"
              description="Para cambiar el correo o la contraseña."
              autoComplete="current-password"
              error={errors.old_password?.message}
            />
          )}
          <FieldPair>
            <PasswordField
              {...register('password')}
              label={kind === 'new' ? 'Contraseña' : 'Contraseña nueva'}
              autoComplete="new-password"
              maxLength={passwordMaxLength}
              error={errors.password?.message}
            />
            {password !== '' && (
              <div className={classes.rules}>
                <PasswordRules password={password} />
              </div>
            )}
            <PasswordField
              {...register('password_confirm')}
              label="Repite la contraseña"
              autoComplete="new-password"
              maxLength={passwordMaxLength}
              error={errors.password_confirm?.message}
            />
          </FieldPair>
          {kind !== 'own' && isExtended && (
            <p className={classes.note}>
              La contraseña {kind === 'other' && 'nueva '}es temporal: sirve{' '}
              {TEMPORARY_PASSWORD_DAYS} días y se cambia al ingresar.
            </p>
          )}
          {kind !== 'new' && password === '' && (
            <p className={classes.note}>Sin una contraseña nueva, sigue la que tiene.</p>
          )}
        </>
      )}
    </fieldset>
  )
}
