import type { User } from '@carpeta/contract/auth'
import { permissionName } from '@carpeta/domain/access/permission-names'
import { useContext } from 'react'
import { Link } from 'react-router'
import { mayOpen } from '../../../session/extended.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SearchIcon } from '../../../ui/icons/icons.tsx'
import { MenuContext } from '../../../ui/layout/menu.ts'
import { OpenSearch } from '../../../ui/navigation/open-search.ts'
import classes from './staff-welcome.module.css'
import { WorkCountsPart } from './work-counts-part.tsx'

/** The start page of staff, who have no sales: what awaits them, and their screens. */
export function StaffWelcome({ user }: { user: User }) {
  const screens = useContext(MenuContext).flatMap(({ path, label, permission, ...page }) =>
    permission && mayOpen(user, { permission, ...page }) ? [{ path, label, permission }] : [],
  )
  const onSearch = useContext(OpenSearch)
  return (
    <section className={classes.welcome}>
      <h2>
        {user.first_name ? `Te damos la bienvenida, ${user.first_name}` : 'Te damos la bienvenida'}
      </h2>
      {onSearch && (
        <div className={classes.search}>
          <Button
            variant="default"
            size="md"
            leftSection={<SearchIcon size={18} />}
            onClick={onSearch}
          >
            Buscar socio, venta o solicitud
          </Button>
        </div>
      )}
      {user.permissions.length === 0 ? (
        <p>Tu cuenta todavía no tiene permisos. Pídelos a quien administra el portal.</p>
      ) : (
        <WorkCountsPart />
      )}
      {screens.length > 0 && (
        <ul className={classes.screens} aria-label="Tus pantallas">
          {screens.map(({ path, label, permission }) => (
            <li key={path}>
              <Link to={path}>{label}</Link>
              <p>{permissionName(permission)}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
