import type { User } from '@carpeta/contract/auth'
import { can, type Permission } from '@carpeta/domain/permissions'
import { CheckIcon } from '../../ui/member-icons.tsx'
import classes from './staff-welcome.module.css'

const TASKS: [permission: Permission, task: string][] = [
  ['users.manage_users', 'Administrar las cuentas de los usuarios'],
  ['auth.add_user', 'Añadir usuarios'],
  ['auth.change_user', 'Editar usuarios'],
  ['auth.delete_user', 'Eliminar y restaurar usuarios'],
  ['requests.answer_requests', 'Responder las solicitudes de los socios'],
  ['procedures.change_procedures', 'Editar los trámites que se pueden solicitar'],
  ['sales.import_sales', 'Revisar las cargas de contabilidad'],
  ['audit.view_audit', 'Consultar la bitácora'],
]

/** Staff have no sales: they are told what they may do. */
export function StaffWelcome({ user }: { user: User }) {
  const tasks = TASKS.filter(([permission]) => can(user, permission))
  return (
    <section className={classes.welcome}>
      <h2>
        {user.first_name ? `Te damos la bienvenida, ${user.first_name}` : 'Te damos la bienvenida'}
      </h2>
      {tasks.length === 0 ? (
        <p>Tu cuenta todavía no tiene permisos. Pídelos a quien administra el portal.</p>
      ) : (
        <>
          <p>Con esta cuenta puedes:</p>
          <ul>
            {tasks.map(([permission, task]) => (
              <li key={permission}>
                <CheckIcon />
                {task}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
