import type { User } from '@carpeta/contract/auth/auth-schemas'
import { permissionName } from '@carpeta/domain/access/permission-names'
import { can } from '@carpeta/domain/access/permissions'
import { useContext } from 'react'
import { Link } from 'react-router'
import { CheckIcon } from '../../ui/icons/icons.tsx'
import { MenuContext } from '../../ui/layout/menu.ts'
import classes from './staff-welcome.module.css'

/**
 * The start page of staff, who have no sales: links to their screens and their other permissions.
 */
export function StaffWelcome({ user }: { user: User }) {
  const destinations = useContext(MenuContext).flatMap(({ path, label, permission }) =>
    permission ? [{ path, label, permission }] : [],
  )
  const open = destinations.filter(({ permission }) => can(user, permission))
  const otherPermissions = user.permissions.filter(
    (each) => !destinations.some(({ permission }) => permission === each),
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
        <ul className={classes.destinations}>
          {open.map(({ path, label, permission }) => (
            <li key={path}>
              <Link to={path}>{label}</Link>
              <p>{permissionName(permission)}</p>
            </li>
          ))}
        </ul>
      )}
      {otherPermissions.length > 0 && (
        <>
          <p>Con esta cuenta también puedes:</p>
          <ul className={classes.otherPermissions}>
            {otherPermissions.map((permission) => (
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
