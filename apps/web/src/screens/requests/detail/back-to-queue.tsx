import { Link } from 'react-router'
import { ArrowLeftIcon } from '../../../ui/icons/icons.tsx'
import { useSearchWith } from '../address.ts'
import classes from './detail.module.css'

/** Returns to the same page and filters of the list. */
export function BackToQueue() {
  const searchWith = useSearchWith()
  return (
    <Link className={classes.back} to={{ search: searchWith(null) }}>
      <ArrowLeftIcon size={18} />
      Volver a las solicitudes
    </Link>
  )
}
