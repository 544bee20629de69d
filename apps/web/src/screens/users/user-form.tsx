import type { User } from '@carpeta/contract/auth/auth-schemas'
import { can } from '@carpeta/domain/access/permissions'
import { userLimits } from '@carpeta/domain/people/user-form-rules'
import {
  mayAssignGroups,
  mayChangeCredentials,
  userRefusals,
} from '@carpeta/domain/people/user-rules'
import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { hasCode } from '../../api/api-error.ts'
import { changeUser, createUser, USERS, type UserRow } from '../../api/users.ts'
import { useSave } from '../../session/use-save.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RutField } from '../../ui/rut-field.tsx'
import { ActiveSwitch } from './active-switch.tsx'
import { fullName } from './full-name.ts'
import { GroupChoice } from './group-choice.tsx'
import { PasswordPart, type Whose } from './password-part.tsx'
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
  /** Who fills it in. */
  me: User
  /** Null adds one. */
  user: UserRow | null
  onSaved: (saved: User) => Promise<void>
  onClose: () => void
}

export function UserForm({ me, user, onSaved, onClose }: Props) {
  const client = useQueryClient()
  const whose: Whose = user === null ? 'new' : user.id === me.id ? 'own' : 'other'
  const form = useForm<TypedUser>({
    defaultValues: typedFrom(user),
    resolver: userResolver(user, whose === 'own'),
  })
  const { register, watch, setValue, formState } = form
  const { errors, isDirty } = formState
  const [groupIds, isActive, isInvited] = watch(['group_ids', 'is_active', 'invite'])
  const save = useSave({
    form,
    names: serverNames,
    fieldOf: formName,
    act: async (typed) => {
      const body = bodyFrom(typed, user)
      try {
        await onSaved(await (user ? changeUser(user.id, body) : createUser(body)))
      } catch (error) {
        // Opened again, the form shows what the account has become.
        if (hasCode(error, 'changed_meanwhile'))
          await client.invalidateQueries({ queryKey: [USERS] })
        throw error
      }
    },
  })
  // Whoever sets what somebody logs in with can act as that person.
  const mayOpen = user === null || whose === 'own' || mayChangeCredentials(me, user)

  return (
    <FormDialog {...save} title="Usuarios" size="lg" isDirty={isDirty} onClose={onClose}>
      <p className={classes.whose}>{titleOf(whose, user)}</p>
      <div className={classes.pair}>
        <TextInput
          {...register('firstname')}
          size="md"
          label="Nombre"
          maxLength={userLimits.name}
          autoComplete="off"
          data-autofocus
          error={errors.firstname?.message}
        />
        <TextInput
          {...register('lastname')}
          size="md"
          label="Apellido"
          maxLength={userLimits.name}
          autoComplete="off"
          error={errors.lastname?.message}
        />
        <TextInput
          {...register('email')}
          size="md"
          label="Correo"
          type="email"
          maxLength={userLimits.email}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={!mayOpen}
          error={errors.email?.message}
        />
        <RutField
          {...register('social_security')}
          size="md"
          autoComplete="off"
          readOnly={whose === 'own' || !mayOpen}
          description={whose === 'own' && 'Tu propio rut lo cambia otra persona.'}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          error={errors.social_security?.message}
        />
      </div>
      {mayOpen ? (
        <PasswordPart whose={whose} form={form} />
      ) : (
        <p className={classes.note}>{userRefusals.strongerAccount}.</p>
      )}
      {mayAssignGroups(me, user?.id ?? null) && (
        <GroupChoice
          chosen={groupIds}
          onChoose={(ids) => setValue('group_ids', ids, { shouldDirty: true })}
          error={errors.group_ids?.message}
        />
      )}
      {/* An invited account is switched on by its owner. */}
      {can(me, 'users.manage_users') && !isInvited && (
        <ActiveSwitch
          user={user}
          isOwn={whose === 'own'}
          isOn={isActive}
          onMove={(isOn) => setValue('is_active', isOn, { shouldDirty: true })}
        />
      )}
    </FormDialog>
  )
}

function titleOf(whose: Whose, user: UserRow | null): string {
  if (!user) return 'Añadir usuario'
  return whose === 'own' ? 'Editar tu cuenta' : `Editar a ${fullName(user)}`
}
