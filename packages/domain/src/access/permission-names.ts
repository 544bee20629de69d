import type { Permission } from './permissions.ts'

/** What each permission lets a person do. Apart from the check, which the login page carries. */
export const permissionNames: Record<Permission, string> = {
  'users.manage_users': 'Administrar las cuentas de los usuarios',
  'auth.add_user': 'Añadir usuarios',
  'auth.change_user': 'Editar usuarios',
  'auth.delete_user': 'Eliminar y restaurar usuarios',
  'users.view_as_member': 'Ver la carpeta como socio',
  'requests.answer_requests': 'Responder las solicitudes de los socios',
  'procedures.change_procedures': 'Editar los trámites que se pueden solicitar',
  'sales.import_sales': 'Revisar las cargas de contabilidad',
  'audit.view_audit': 'Consultar la bitácora',
}

/** Of one that is not known here, its string: better than nothing. */
export function permissionName(text: string): string {
  return isPermission(text) ? permissionNames[text] : text
}

function isPermission(text: string): text is Permission {
  return Object.hasOwn(permissionNames, text)
}
