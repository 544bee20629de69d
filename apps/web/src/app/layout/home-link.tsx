import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface Props {
  /** The configured home link: a path of the portal or the cooperative's own site. */
  to?: string | undefined
  className?: string | undefined
  children: ReactNode
}

export function HomeLink({ to = '/', className, children }: Props) {
  const isOurs = to.startsWith('/') && !to.startsWith('//')
  if (isOurs) {
    return (
      <Link className={className} to={to}>
        {children}
      </Link>
    )
  }
  return (
    <a className={className} href={/^https?:\/\//i.test(to) ? to : '/'}>
      {children}
    </a>
  )
}
