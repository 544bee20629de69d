import { Link } from 'react-router'
import { useRowPath } from '../../../list/row-path.ts'
import { ArrowLeftIcon } from '../../../ui/icons/icons.tsx'
import classes from './detail.module.css'

/** Returns to the same page and filters of the list. */
export function BackToQueue() {
  const pathOf = useRowPath('/requests')
  return (
    <Link className={classes.back} to={pathOf(null)}>
      <ArrowLeftIcon size={18} />
      Volver a las solicitudes
    </Link>
  )
}
