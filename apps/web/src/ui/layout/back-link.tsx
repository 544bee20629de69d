import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { ArrowLeftIcon } from '../icons/home-icons.tsx'
import classes from './back-link.module.css'

interface LinkProps {
  to: To
  children: ReactNode
}

/** Leads back, above the page's content: from a detail to its list, from a page to the one above it. */
export function BackLink({ to, children }: LinkProps) {
  return (
    <Link className={classes.back} to={to}>
      <ArrowLeftIcon size={18} />
      {children}
    </Link>
  )
}

interface ButtonProps {
  onClick: () => void
  children: ReactNode
}

/** Leads back within a page. */
export function BackButton({ onClick, children }: ButtonProps) {
  return (
    <button type="button" className={classes.back} onClick={onClick}>
      <ArrowLeftIcon size={18} />
      {children}
    </button>
  )
}
