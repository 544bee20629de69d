import type { User } from '@carpeta/contract/auth/auth-schemas'
import { formatRut } from '@carpeta/domain/people/rut'
import { type ComponentType, memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { type IconProps, IdCardIcon, MailIcon, PersonIcon } from '../../ui/icons/icons.tsx'
import { useSearchWith } from './address.ts'
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

const FileLink = memo(function FileLink({ id, name }: { id: number; name: string }) {
  const searchWith = useSearchWith()
  return <Link to={searchWith(id)}>{name}</Link>
})

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
