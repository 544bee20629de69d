import type { User } from '@carpeta/contract/auth'
import { userFormMessages, userLimits } from '@carpeta/domain/user-form-rules'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorLines } from '../../api/error-lines.ts'
import { changeOwnAccount, ownAccountQuery } from '../../api/own-data.ts'
import { useSave } from '../../forms/use-save.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { storeUser } from '../../session/stored-user.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.ts'
import { TextInput } from '../../ui/fields/inputs.ts'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import {
  accountNames,
  accountResolver,
  fieldsFrom,
  needsPassword,
  type TypedAccount,
  typedFrom,
} from './account-fields.ts'
import classes from './account-form.module.css'
import profile from './profile.module.css'

/** @param user as the browser keeps him; not known yet in the prerendered page. */
export function AccountForm({ user }: { user: User | undefined }) {
  return (
    <section className={profile.setting} aria-labelledby="cuenta">
      <h2 id="cuenta">Mi cuenta</h2>
      {user ? <OwnAccount /> : <Skeleton height={260} />}
    </section>
  )
}

function OwnAccount() {
  const { data: account, error, refetch, dataUpdatedAt } = useQuery(ownAccountQuery)
  if (account) {
    return <Form key={dataUpdatedAt} account={account} onOutdated={() => void refetch()} />
  }
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return <Skeleton height={260} />
}

interface Props {
  /** As the server had it when the form was opened. */
  account: User
  /** Somebody else changed it meanwhile: it is opened anew. */
  onOutdated: () => void
}

function Form({ account, onOutdated }: Props) {
  const [before, setBefore] = useState(account)
  const [saved, setSaved] = useState('')
  const [isOutdated, setOutdated] = useState(false)
  const form = useForm<TypedAccount>({
    defaultValues: typedFrom(before),
    resolver: accountResolver(before),
  })
  const { register, watch, reset, formState } = form
  const { errors } = formState
  const { onSubmit, isBusy, notice } = useSave({
    form,
    names: accountNames,
    fieldOf: (name) => name,
    act: save,
  })

  async function save(typed: TypedAccount) {
    setSaved('')
    const changed = await changeOwnAccount(before.id, fieldsFrom(typed, before)).catch(
      (error: unknown) => {
        setOutdated(errorLines(error).includes(userFormMessages.changedMeanwhile))
        throw error
      },
    )
    setSaved(
      needsPassword(typed, before)
        ? 'Tus datos se han guardado. Avisamos del cambio a tu correo anterior.'
        : 'Tus datos se han guardado.',
    )
    setBefore(changed)
    reset(typedFrom(changed))
    // Whoever changed his name is greeted by it.
    storeUser(changed)
  }

  return (
    <form
      className={classes.form}
      method="post"
      noValidate
      onSubmit={onSubmit}
      onChange={() => setSaved('')}
    >
      <div className={classes.pair}>
        <TextInput
          {...register('first_name')}
          label="Nombre"
          maxLength={userLimits.name}
          autoComplete="given-name"
          error={errors.first_name?.message}
        />
        <TextInput
          {...register('last_name')}
          label="Apellido"
          maxLength={userLimits.name}
          autoComplete="family-name"
          error={errors.last_name?.message}
        />
      </div>
      <TextInput
        {...register('email')}
        label="Correo"
        type="email"
        maxLength={userLimits.email}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
      />
      {needsPassword(watch(), before) && (
        <PasswordField
          {...register('old_password')}
          label="Contraseña actual"
          description="Para cambiar el correo."
          autoComplete="current-password"
          error={errors.old_password?.message}
        />
      )}
      {notice}
      {isOutdated && (
        <div>
          <Button variant="default" onClick={onOutdated}>
            Ver cómo está
          </Button>
        </div>
      )}
      {saved && <Notice tone="success">{saved}</Notice>}
      <div>
        <Button type="submit" size="md" loading={isBusy}>
          Guardar
        </Button>
      </div>
    </form>
  )
}
