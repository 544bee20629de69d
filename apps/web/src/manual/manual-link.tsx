import { Link, useLocation } from 'react-router'
import { HelpIcon } from '../ui/icons/icons.tsx'
import classes from './manual.module.css'
import { sectionOf } from './page-sections.ts'

/** From a page of staff to the part of the manual about it. */
export function ManualLink() {
  const section = sectionOf(useLocation().pathname)
  if (section === undefined) return null
  return (
    <Link className={classes.link} to={`/manual#${section}`}>
      <HelpIcon size={18} />
      <span className={classes.linkText}>Cómo se usa esta página</span>
    </Link>
  )
}
