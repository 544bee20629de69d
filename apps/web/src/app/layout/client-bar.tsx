import type { User } from '@carpeta/contract/auth'
import { isCompanyRut } from '@carpeta/domain/people/rut'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { salesQuery } from '../../api/sales.ts'
import { logOut } from '../../session/end-session.ts'
import { pendingStep } from '../../session/stored-user.ts'
import { LogoutIcon } from '../../ui/icons/icons.tsx'
import classes from './client-bar.module.css'

/** The greeting on every logged-in page. Without a user it keeps its height. */
export function ClientBar({ user }: { user: User | undefined }) {
  return (
    <nav className={classes.bar} aria-label="Tu cuenta">
      <div className={classes.inner}>
        {user && (
          <>
            <Link className={classes.welcome} to="/profile">
              <Welcome user={user} />
            </Link>
            <button type="button" className={classes.logout} onClick={() => void logOut()}>
              <LogoutIcon size={18} />
              Cerrar sesión
            </button>
          </>
        )}
      </div>
    </nav>
  )
}

function Welcome({ user }: { user: User }) {
  const [params] = useSearchParams()
  const { data: sales = [] } = useQuery({
    ...salesQuery,
    // Before a pending step the call would be refused.
    enabled: user.profile?.is_client === true && !pendingStep(user),
  })
  const sale = sales.find((each) => each.code === params.get('venta')) ?? sales[0]
  const name = (sale?.holder.givenNames || user.first_name).trim()
  const [firstName] = name.split(/\s+/)
  const greeted = isCompanyRut(user.profile?.social_security ?? '') ? name : firstName
  return <>Hola{greeted ? `, ${greeted}` : ''}</>
}
