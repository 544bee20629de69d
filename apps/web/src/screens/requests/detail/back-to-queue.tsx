import { Link } from 'react-router'
import { ArrowLeftIcon } from '../../../ui/icons/icons.tsx'
import { useSearchWith } from '../address.ts'
import classes from './detail.module.css'

/** To the same page and filters that it was found with. */
export function BackToQueue() {
  const searchWith = useSearchWith()
  return (
    <Link className={classes.back} to={{ search: searchWith(null) }}>
      <ArrowLeftIcon size={18} />
      Volver a las solicitudes
    </Link>
  )
}
