import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { ArrowLeftIcon } from '../icons/icons.tsx'
import classes from './layout.module.css'

interface Props {
  to: To
  children: ReactNode
}

/** Leads from a detail back to its list, above the page's content. */
export function BackLink({ to, children }: Props) {
  return (
    <Link className={classes.back} to={to}>
      <ArrowLeftIcon size={18} />
      {children}
    </Link>
  )
}
