import type { User } from '@carpeta/contract/auth'
import { Button, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { changeOwnAccount } from '../../api/own-data.ts'
import { storeUser } from '../../session/stored-user.ts'
import { useRefusal } from '../../session/use-refusal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import {
  accountNames,
  accountResolver,
  fieldsFrom,
  movesEmail,
  needsPassword,
  type TypedAccount,
  typedFrom,
} from './account-fields.ts'
import classes from './account-form.module.css'
import { NewPasswordPart } from './new-password-part.tsx'
import profile from './profile.module.css'

const limits = { name: 150, email: 254 }

export function AccountForm({ user }: { user: User | undefined }) {
  return (
    <section className={profile.setting} aria-labelledby="cuenta">
      <h2 id="cuenta">Mi cuenta</h2>
      {user ? <Form key={user.id} user={user} /> : <Skeleton height={260} />}
    </section>
  )
}

function Form({ user }: { user: User }) {
  const [saved, setSaved] = useState('')
  const form = useForm<TypedAccount>({
    defaultValues: typedFrom(user),
    resolver: accountResolver(user),
  })
  const { register, watch, reset, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const refused = useRefusal(accountNames, (name, message) =>
    setError(name, { message }, { shouldFocus: true }),
  )

  async function save(typed: TypedAccount) {
    refused.clear()
    setSaved('')
    try {
      const changed = await changeOwnAccount(user.id, fieldsFrom(typed))
      setSaved(
        movesEmail(typed.email, user)
          ? 'Tus datos se han guardado. Avisamos del cambio a tu correo anterior.'
          : 'Tus datos se han guardado.',
      )
      reset(typedFrom(changed))
      // Whoever changed his name is greeted by it.
      storeUser(changed)
    } catch (error) {
      refused.take(error)
    }
  }

  return (
    <form className={classes.form} method="post" noValidate onSubmit={handleSubmit(save)}>
      <div className={classes.pair}>
        <TextInput
          {...register('first_name')}
          size="md"
          label="Nombre"
          maxLength={limits.name}
          autoComplete="given-name"
          error={errors.first_name?.message}
        />
        <TextInput
          {...register('last_name')}
          size="md"
          label="Apellido"
          maxLength={limits.name}
          autoComplete="family-name"
          error={errors.last_name?.message}
        />
      </div>
      <TextInput
        {...register('email')}
        size="md"
        label="Correo"
        type="email"
        maxLength={limits.email}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
      />
      <NewPasswordPart form={form} />
      {needsPassword(watch(), user) && (
        <PasswordField
          {...register('old_password')}
          label="Contraseña actual"
          description="Para cambiar el correo o la contraseña."
          autoComplete="current-password"
          error={errors.old_password?.message}
        />
      )}
      {refused.notice}
      {saved && <Notice tone="success">{saved}</Notice>}
      <div>
        <Button type="submit" size="md" loading={isSubmitting}>
          Guardar
        </Button>
      </div>
    </form>
  )
}
