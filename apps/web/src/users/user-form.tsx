import type { User } from '@carpeta/contract/auth'
import { passwordMaxLength, TEMPORARY_PASSWORD_DAYS } from '@carpeta/domain/access/password-rules'
import { can } from '@carpeta/domain/access/permissions'
import type { Refusal } from '@carpeta/domain/errors/refusal'
import { canonicalRut, formatRut } from '@carpeta/domain/people/rut'
import {
  type UserForm as JudgedUser,
  oldPasswordMissing,
  type UserFormErrors,
  userFormErrors,
} from '@carpeta/domain/people/user-form-rules'
import {
  mayAssignGroups,
  mayChangeCredentials,
  userRefusals,
} from '@carpeta/domain/people/user-rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Resolver, type UseFormReturn, useForm, useFormState, useWatch } from 'react-hook-form'
import { PendingEmail } from '../accounts/pending-email.tsx'
import {
  EmailField,
  FirstNameField,
  LastNameField,
  PersonRutField,
} from '../accounts/person-fields.tsx'
import { hasCode } from '../api/api-error.ts'
import { FieldPair } from '../forms/field-pair.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { ruleResolver } from '../forms/rule-resolver.ts'
import { useSave } from '../forms/use-save.ts'
import { useIsExtended } from '../session/extended.ts'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { memberFileQuery } from '../staff/calls.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Checkbox } from '../ui/fields/checkbox.ts'
import { ExplainedCheckbox } from '../ui/fields/explained-checkbox.tsx'
import { LabelledSwitch } from '../ui/fields/labelled-switch.tsx'
import { PasswordField } from '../ui/fields/password-field.tsx'
import { PasswordRules } from '../ui/fields/password-rules.tsx'
import { changeUser, createUser, USERS, type UserFields, type UserRow } from './calls.ts'
import { groupsQuery } from './groups/calls.ts'
import { SignInPart } from './sign-in-part.tsx'
import { fullName } from './user-parts.tsx'
import classes from './users.module.css'

interface Props {
  /** The current user. */
  me: User
  /** Null creates a user. */
  user: UserRow | null
  /** For a new user. */
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
        await onSaved(await (user ? changeUser(body, user) : createUser(body)))
      } catch (error) {
        if (hasCode(error, 'changed_meanwhile')) await reload()
        throw error
      }
    },
  })
  // Names and login data of somebody with more permissions are not one's own to change.
  const canChangeAccess = user === null || kind === 'own' || mayChangeCredentials(me, user)

  /** So that the reopened form shows the current account, from the list or from its file. */
  async function reload() {
    await client.invalidateQueries({ queryKey: [USERS] })
    if (user) await client.invalidateQueries({ queryKey: memberFileQuery(user.id).queryKey })
  }

  /** The account has a new version now, which the next save names. */
  function cancelled(account: User) {
    setUser({ ...user, ...account, pending_email: account.pending_email })
    void reload()
    // The pressed button is gone.
    form.setFocus('email')
  }

  return (
    <FormDialog {...save} title="Usuarios" size="lg" onClose={onClose}>
      <p className={classes.kind}>{titleOf(kind, user)}</p>
      <FieldPair>
        <FirstNameField form={form} name="firstname" readOnly={!canChangeAccess} data-autofocus />
        <LastNameField form={form} name="lastname" readOnly={!canChangeAccess} />
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
      {kind === 'other' && canChangeAccess && user?.invitation?.state === 'active' && (
        <ExplainedCheckbox
          {...form.register('identity_checked')}
          label="Comprobé su identidad: reiniciar la cuenta"
          description="La cuenta empieza de nuevo desde este correo: vale de inmediato, el anterior no puede deshacerlo, y le llega ahí un enlace para elegir una contraseña. Lo que abría la cuenta ya no sirve."
        />
      )}
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

interface ActiveSwitchProps {
  /** Null for a new user. */
  user: UserRow | null
  isOwn: boolean
  isOn: boolean
  onMove: (isOn: boolean) => void
}

function ActiveSwitch({ user, isOwn, isOn, onMove }: ActiveSwitchProps) {
  return isOwn ? (
    <LabelledSwitch
      label="Activo"
      description="Tu propia cuenta la desactiva otra persona."
      isOn={isOn}
    />
  ) : (
    <LabelledSwitch label="Activo" description={hint(user)} isOn={isOn} onMove={onMove} />
  )
}

function hint(user: UserRow | null): string {
  if (user?.invitation && user.invitation.state !== 'active') {
    return 'Todavía no tiene contraseña: se activa cuando la elija.'
  }
  return 'Puede ingresar al portal.'
}

interface GroupChoiceProps {
  chosen: string[]
  onChoose: (ids: string[]) => void
  error: string | undefined
}

/** The user's groups. Members have none. */
function GroupChoice({ chosen, onChoose, error }: GroupChoiceProps) {
  const { data: groups, error: failure, refetch } = useQuery(groupsQuery)
  if (!groups && failure) return <LoadFailure error={failure} onRetry={() => void refetch()} />
  if (!groups) return <Skeleton height={96} />
  return (
    <Checkbox.Group
      label="Grupos"
      description="Sin grupo es un socio."
      value={chosen}
      onChange={onChoose}
      error={error}
    >
      <div className={classes.choices}>
        {groups.map(({ id, name }) => (
          <Checkbox
            key={id}
            classNames={{ body: classes.choice ?? '' }}
            value={String(id)}
            label={name}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** The account that the form shows. */
type AccountKind = 'new' | 'own' | 'other'

interface PasswordPartProps {
  kind: AccountKind
  form: UseFormReturn<TypedUser>
}

function passwordFacts({ invite, password, firstname, lastname, ...user }: TypedUser) {
  const { email, social_security: rut } = user
  return { invite, password, firstName: firstname, lastName: lastname, email, rut }
}

/**
 * A new user gets a password or an invitation; an existing one keeps the password unless a new one
 * is typed.
 */
function PasswordPart({ kind, form }: PasswordPartProps) {
  const { register, setValue, control } = form
  const { errors } = useFormState({ control })
  const isExtended = useIsExtended()
  const { invite: isInvited, password, ...typed } = useWatch({ control, compute: passwordFacts })
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
                <PasswordRules
                  password={password}
                  person={typed}
                  {...(kind !== 'own' && { personalRule: 'Sin su nombre ni su rut' })}
                />
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

/** The values of the form, by the form's names. */
interface TypedUser {
  firstname: string
  lastname: string
  email: string
  social_security: string
  old_password: string
  password: string
  password_confirm: string
  group_ids: string[]
  is_active: boolean
  invite: boolean
  identity_checked: boolean
}

/** The server's field names and the form's. */
const formNames = {
  first_name: 'firstname',
  last_name: 'lastname',
  email: 'email',
  social_security: 'social_security',
  old_password: 'old_password',
  password: 'password',
  password_confirm: 'password_confirm',
  group_ids: 'group_ids',
} as const

type ServerName = keyof typeof formNames

const serverNames = Object.keys(formNames) as ServerName[]

function formName(name: ServerName): (typeof formNames)[ServerName] {
  return formNames[name]
}

/** @param user null for a new user, of whom the rut may be known. */
function typedFrom(user: User | null, rut = ''): TypedUser {
  return {
    firstname: user?.first_name ?? '',
    lastname: user?.last_name ?? '',
    email: user?.email ?? '',
    social_security: formatRut(user?.profile.social_security ?? rut),
    old_password: '',
    password: '',
    password_confirm: '',
    group_ids: user?.group_ids.map(String) ?? [],
    is_active: user?.is_active ?? true,
    invite: false,
    identity_checked: false,
  }
}

/**
 * The body of the request. The server ignores fields that the caller is not permitted to change.
 */
function bodyFrom(typed: TypedUser, user: User | null): UserFields & { id?: number } {
  const fields = {
    first_name: typed.firstname.trim(),
    last_name: typed.lastname.trim(),
    email: typed.email.trim(),
    group_ids: typed.group_ids.map(Number),
    is_active: typed.is_active,
  }
  const rut = canonicalRut(typed.social_security) ?? ''
  if (user) {
    const { id, profile } = user
    const { old_password, password } = typed
    const changed = { id: profile.id, social_security: rut }
    const checked = typed.identity_checked && { identity_checked: true }
    return { id, ...fields, old_password, password, profile: changed, ...checked }
  }
  const profile = { social_security: rut }
  if (typed.invite) return { ...fields, password: '', profile, invite: true }
  return { ...fields, password: typed.password, profile }
}

/** @param isOwn whether staff edit their own account. */
function userResolver(user: User | null, isOwn: boolean): Resolver<TypedUser> {
  return ruleResolver((typed) => {
    const found = Object.entries(errorsOf(typed, user, isOwn)) as [ServerName, Refusal][]
    return Object.fromEntries(found.map(([name, refusal]) => [formName(name), refusal]))
  })
}

function errorsOf(typed: TypedUser, user: User | null, isOwn: boolean) {
  const found: UserFormErrors & { old_password?: Refusal } = userFormErrors(judged(typed), {
    isNew: user === null,
    invite: typed.invite,
    before: user ?? undefined,
  })
  const oldPassword = isOwn && user ? oldPasswordMissing(typed, user) : null
  return oldPassword === null ? found : { ...found, old_password: oldPassword }
}

function judged(typed: TypedUser): JudgedUser {
  const { firstname, lastname, email, social_security, password, password_confirm } = typed
  return {
    first_name: firstname,
    last_name: lastname,
    email,
    social_security,
    // An invited user chooses the password, so typed passwords are ignored.
    password: typed.invite ? '' : password,
    password_confirm: typed.invite ? '' : password_confirm,
  }
}
