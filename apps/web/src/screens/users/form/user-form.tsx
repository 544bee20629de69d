import type { User } from '@carpeta/contract/auth'
import { can } from '@carpeta/domain/access/permissions'
import {
  mayAssignGroups,
  mayChangeCredentials,
  userRefusals,
} from '@carpeta/domain/people/user-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { hasCode } from '../../../api/client/api-error.ts'
import { changeUser, createUser, USERS, type UserRow } from '../../../api/users.ts'
import { FieldPair } from '../../../forms/field-pair.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { PendingEmail } from '../../../forms/pending-email.tsx'
import {
  EmailField,
  FirstNameField,
  LastNameField,
  PersonRutField,
} from '../../../forms/person-fields.tsx'
import { useSave } from '../../../forms/use-save.ts'
import { fullName } from '../full-name.ts'
import { ActiveSwitch } from './active-switch.tsx'
import { GroupChoice } from './group-choice.tsx'
import { type AccountKind, PasswordPart } from './password-part.tsx'
import { SignInPart } from './sign-in-part.tsx'
import {
  bodyFrom,
  formName,
  serverNames,
  type TypedUser,
  typedFrom,
  userResolver,
} from './user-fields.ts'
import classes from './user-form.module.css'

interface Props {
  /** The current user. */
  me: User
  /** Null creates a user. */
  user: UserRow | null
  /** Of a new user. */
  rut?: string
  onSaved: (saved: User) => Promise<void>
  onClose: () => void
}

export function UserForm({ me, user: opened, rut, onSaved, onClose }: Props) {
  const client = useQueryClient()
  const [user, setUser] = useState(opened)
  const kind: AccountKind = user === null ? 'new' : user.id === me.id ? 'own' : 'other'
  const form = useForm<TypedUser>({
    defaultValues: typedFrom(user, rut),
    resolver: userResolver(user, kind === 'own'),
  })
  const { control, setValue, formState } = form
  const [groupIds, isActive, isInvited] = useWatch({
    control,
    name: ['group_ids', 'is_active', 'invite'],
  })
  const save = useSave({
    form,
    names: serverNames,
    fieldOf: formName,
    save: async (typed) => {
      const body = bodyFrom(typed, user)
      try {
        await onSaved(await (user ? changeUser(user.id, body) : createUser(body)))
      } catch (error) {
        // Reloads the list, so that the reopened form shows the current account.
        if (hasCode(error, 'changed_meanwhile'))
          await client.invalidateQueries({ queryKey: [USERS] })
        throw error
      }
    },
  })
  // Changing somebody's login data gives access to that account.
  const canChangeAccess = user === null || kind === 'own' || mayChangeCredentials(me, user)

  /** The account has a new version now, which the next save names. */
  function cancelled(account: User) {
    setUser({ ...user, ...account, pending_email: account.pending_email })
    void client.invalidateQueries({ queryKey: [USERS] })
    // The pressed button is gone.
    form.setFocus('email')
  }

  return (
    <FormDialog {...save} title="Usuarios" size="lg" onClose={onClose}>
      <p className={classes.kind}>{titleOf(kind, user)}</p>
      <FieldPair>
        <FirstNameField form={form} name="firstname" data-autofocus />
        <LastNameField form={form} name="lastname" />
        <EmailField form={form} name="email" readOnly={!canChangeAccess} />
        <PersonRutField
          form={form}
          name="social_security"
          readOnly={kind === 'own' || !canChangeAccess}
          description={kind === 'own' && 'Tu propio rut lo cambia otra persona.'}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
      </FieldPair>
      {user && canChangeAccess && <PendingEmail user={user} onCancelled={cancelled} />}
      {canChangeAccess ? (
        <PasswordPart kind={kind} form={form} />
      ) : (
        <p className={classes.note}>{userRefusals.strongerAccount.text}.</p>
      )}
      {mayAssignGroups(me, user?.id ?? null) && (
        <GroupChoice
          chosen={groupIds}
          onChoose={(ids) => setValue('group_ids', ids, { shouldDirty: true })}
          error={formState.errors.group_ids?.message}
        />
      )}
      {/* An invited account becomes active when its owner sets a password. */}
      {can(me, 'users.manage_users') && !isInvited && (
        <ActiveSwitch
          user={user}
          isOwn={kind === 'own'}
          isOn={isActive}
          onMove={(isOn) => setValue('is_active', isOn, { shouldDirty: true })}
        />
      )}
      {user && kind === 'other' && canChangeAccess && can(me, 'auth.change_user') && (
        <SignInPart user={user} />
      )}
    </FormDialog>
  )
}

function titleOf(kind: AccountKind, user: UserRow | null): string {
  if (!user) return 'Añadir usuario'
  return kind === 'own' ? 'Editar tu cuenta' : `Editar a ${fullName(user)}`
}
