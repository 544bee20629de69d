import { Link } from 'react-router'
import { BackLink } from '../ui/layout/back-link.tsx'
import classes from './list-way.module.css'
import type { Neighbours } from './neighbours.ts'
import { useRowPath } from './row-path.ts'

interface Props extends Neighbours {
  /** The address of the list. */
  list: string
  back: string
}

/** Back to the same page and filters of the list, and on in it. */
export function ListWay({ list, back, previous, next }: Props) {
  const pathOf = useRowPath(list)
  return (
    <nav className={classes.way} aria-label="En la lista">
      <BackLink to={pathOf(null)}>{back}</BackLink>
      {previous !== null && <Link to={pathOf(previous)}>Anterior</Link>}
      {next !== null && <Link to={pathOf(next)}>Siguiente</Link>}
    </nav>
  )
}
