import type { User } from '@carpeta/contract/auth'
import { permissionName } from '@carpeta/domain/permission-names'
import { can } from '@carpeta/domain/permissions'
import { Link } from 'react-router'
import { routes } from '../../routes.ts'
import { CheckIcon } from '../../ui/member-icons.tsx'
import classes from './staff-welcome.module.css'

/** Where staff work, and what else each permission lets them do. */
const places = routes.flatMap(({ path, menu, permission }) =>
  menu && permission ? [{ path, name: menu, permission }] : [],
)

/** Staff have no sales: they are led to what they may do. */
export function StaffWelcome({ user }: { user: User }) {
  const open = places.filter(({ permission }) => can(user, permission))
  const besides = user.permissions.filter(
    (each) => !places.some(({ permission }) => permission === each),
  )
  return (
    <section className={classes.welcome}>
      <h2>
        {user.first_name ? `Te damos la bienvenida, ${user.first_name}` : 'Te damos la bienvenida'}
      </h2>
      {user.permissions.length === 0 && (
        <p>Tu cuenta todavía no tiene permisos. Pídelos a quien administra el portal.</p>
      )}
      {open.length > 0 && (
        <ul className={classes.places}>
          {open.map(({ path, name, permission }) => (
            <li key={path}>
              <Link to={path}>{name}</Link>
              <p>{permissionName(permission)}</p>
            </li>
          ))}
        </ul>
      )}
      {besides.length > 0 && (
        <>
          <p>Con esta cuenta también puedes:</p>
          <ul className={classes.besides}>
            {besides.map((permission) => (
              <li key={permission}>
                <CheckIcon />
                {permissionName(permission)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
