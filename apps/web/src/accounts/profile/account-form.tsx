import type { User } from '@carpeta/contract/auth'
import {
  needsOldPassword,
  oldPasswordMissing,
  type UserForm,
  userFormErrors,
} from '@carpeta/domain/people/user-form-rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Resolver, useForm, useWatch } from 'react-hook-form'
import { hasCode } from '../../api/api-error.ts'
import { FieldPair } from '../../forms/field-pair.tsx'
import { FormFrame } from '../../forms/form-frame.tsx'
import { ruleResolver } from '../../forms/rule-resolver.ts'
import { useSave } from '../../forms/use-save.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { storeOwnAccount } from '../../session/stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { FoldedCard } from '../../ui/layout/folded-card.tsx'
import { changeUser, type UserFields } from '../../users/calls.ts'
import { PendingEmail } from '../pending-email.tsx'
import { EmailField, FirstNameField, LastNameField } from '../person-fields.tsx'
import { ownAccountQuery } from './calls.ts'
import classes from './profile.module.css'

const skeleton = <Skeleton className={classes.accountSkeleton} />

/** @param user the stored user, undefined in the prerendered page. */
export function AccountForm({ user }: { user: User | undefined }) {
  return (
    <FoldedCard
      id="cuenta"
      title="Mi cuenta"
      state={
        user?.pending_email === undefined
          ? 'Tu nombre y tu correo'
          : 'Falta que confirmes tu correo nuevo'
      }
    >
      {user ? <OwnAccount /> : skeleton}
    </FoldedCard>
  )
}

function OwnAccount() {
  const { data: account, error, refetch, dataUpdatedAt } = useQuery(ownAccountQuery)
  if (account) {
    return <Form key={dataUpdatedAt} account={account} onOutdated={() => void refetch()} />
  }
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return skeleton
}

interface Props {
  /** The account as loaded when the form opened. */
  account: User
  /** Reloads the account after somebody else changed it. */
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
  const { register, control, reset, formState } = form
  const now = useWatch({ control, compute: (typed: TypedAccount) => typed })
  const { onSubmit, isBusy, notice } = useSave({ form, names: accountNames, save })

  async function save(typed: TypedAccount) {
    setSaved('')
    const changed = await changeUser(fieldsFrom(typed, before), before).catch((error: unknown) => {
      setOutdated(hasCode(error, 'changed_meanwhile'))
      throw error
    })
    setSaved(
      changed.pending_email !== undefined && needsPassword(typed, before)
        ? `Te enviamos un enlace a ${typed.email.trim()}: tu correo cambia cuando lo confirmes.${before.email ? ' También avisamos al actual.' : ''}`
        : 'Tus datos se han guardado.',
    )
    setBefore(changed)
    // With the fields registered, which are not again with each rendering.
    reset(typedFrom(changed), { keepFieldsRef: true })
    // The greeting shows the new name.
    storeOwnAccount(changed)
  }

  return (
    <FormFrame
      onSubmit={onSubmit}
      onChange={() => setSaved('')}
      isBusy={isBusy}
      size="md"
      notice={
        <>
          {notice}
          {isOutdated && (
            <div>
              <Button variant="default" onClick={onOutdated}>
                Ver cómo está
              </Button>
            </div>
          )}
          {saved && <Notice tone="success">{saved}</Notice>}
        </>
      }
    >
      <FieldPair>
        <FirstNameField form={form} name="first_name" autoComplete="given-name" />
        <LastNameField form={form} name="last_name" autoComplete="family-name" />
      </FieldPair>
      <EmailField form={form} name="email" autoComplete="email" />
      <PendingEmail
        user={before}
        onCancelled={(user) => {
          setSaved('')
          setBefore(user)
          storeOwnAccount(user)
          // The pressed button is gone.
          form.setFocus('email')
        }}
      />
      {needsPassword(now, before) && (
        <PasswordField
          {...register('old_password')}
          label="Contraseña actual"
          description="Para cambiar el correo."
          autoComplete="current-password"
          error={formState.errors.old_password?.message}
        />
      )}
    </FormFrame>
  )
}

/** The fields of one's own account that can be changed here, by the server's names. */
interface TypedAccount {
  first_name: string
  last_name: string
  email: string
  old_password: string
}

const accountNames = ['first_name', 'last_name', 'email', 'old_password'] as const

// The password has its own page.
const noPassword = { password: '', password_confirm: '' }

function typedFrom({ first_name, last_name, email }: User): TypedAccount {
  return { first_name, last_name, email, old_password: '' }
}

function needsPassword({ email }: TypedAccount, user: User): boolean {
  return needsOldPassword({ email, password: '' }, user)
}

/** All that the specification sends; what is not the owner's to change stays as it was read. */
function fieldsFrom(typed: TypedAccount, account: User): UserFields & { id: number } {
  const { id, profile, group_ids, is_active } = account
  const ownProfile = { id: profile.id, social_security: profile.social_security }
  return {
    id,
    first_name: typed.first_name.trim(),
    last_name: typed.last_name.trim(),
    email: typed.email.trim(),
    old_password: typed.old_password,
    password: '',
    profile: ownProfile,
    group_ids,
    is_active,
  }
}

function accountResolver(user: User): Resolver<TypedAccount> {
  return ruleResolver((typed) => {
    const form: UserForm & TypedAccount = { ...typed, ...noPassword }
    const old_password = oldPasswordMissing(form, user)
    return {
      ...userFormErrors(form, { isNew: false, isProfileView: true, before: user }),
      ...(old_password && { old_password }),
    }
  })
}
