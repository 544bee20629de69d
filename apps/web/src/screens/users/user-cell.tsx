import type { User } from '@carpeta/contract/auth/auth-schemas'
import { formatRut } from '@carpeta/domain/people/rut'
import type { ComponentType } from 'react'
import { VisuallyHidden } from '../../ui/display/visually-hidden.ts'
import { type IconProps, IdCardIcon, MailIcon, PersonIcon } from '../../ui/icons/icons.tsx'
import { fullName } from './full-name.ts'
import classes from './users.module.css'

export function UserCell({ user }: { user: User }) {
  const rut = formatRut(user.profile.social_security)
  return (
    <ul className={classes.user}>
      <Line icon={PersonIcon} is="Nombre" className={classes.name}>
        {fullName(user)}
      </Line>
      {user.email && (
        <Line icon={MailIcon} is="Correo">
          {user.email}
        </Line>
      )}
      {rut && (
        <Line icon={IdCardIcon} is="Rut">
          {rut}
        </Line>
      )}
    </ul>
  )
}

interface LineProps {
  icon: ComponentType<IconProps>
  /** The icon's meaning, for screen readers. */
  is: string
  className?: string | undefined
  children: string
}

function Line({ icon: Icon, is, className, children }: LineProps) {
  return (
    <li className={className}>
      <Icon size={16} />
      <span>
        <VisuallyHidden component="span">{is}: </VisuallyHidden>
        {children}
      </span>
    </li>
  )
}
