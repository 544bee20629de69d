import type { User } from '@carpeta/contract/auth'
import { formatRut } from '@carpeta/domain/people/rut'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { useRowPath } from '../../list/row-path.ts'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { type IconProps, IdCardIcon, MailIcon, PersonIcon } from '../../ui/icons/icons.tsx'
import { fullName } from './full-name.ts'
import classes from './users.module.css'

interface Props {
  user: User
  /** To the user's file. */
  isLinked: boolean
  /** Beside the texts. */
  children?: ReactNode
}

export function UserCell({ user, isLinked, children }: Props) {
  const rut = formatRut(user.profile.social_security)
  const name = fullName(user)
  return (
    <div className={classes.user}>
      <ul>
        <Line icon={PersonIcon} is="Nombre" className={classes.name}>
          {isLinked ? <FileLink id={user.id} name={name} /> : name}
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
      {children}
    </div>
  )
}

function FileLink({ id, name }: { id: number; name: string }) {
  const pathOf = useRowPath('/users')
  return <Link to={pathOf(id)}>{name}</Link>
}

interface LineProps {
  icon: ComponentType<IconProps>
  /** The icon's meaning, for screen readers. */
  is: string
  className?: string | undefined
  children: ReactNode
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
