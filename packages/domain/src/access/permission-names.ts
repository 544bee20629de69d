import type { Permission } from './permissions.ts'

/** Labels of the permissions. Separate from `can`, which is part of the login page's bundle. */
export const permissionNames: Record<Permission, string> = {
  'users.manage_users': 'Administrar las cuentas de los usuarios',
  'auth.add_user': 'Añadir usuarios',
  'auth.change_user': 'Editar usuarios',
  'auth.delete_user': 'Eliminar y restaurar usuarios',
  'users.view_as_member': 'Ver la carpeta como socio',
  'requests.answer_requests': 'Responder las solicitudes de los socios',
  'procedures.change_procedures': 'Editar los trámites que se pueden solicitar',
  'sales.import_sales': 'Revisar las cargas de contabilidad',
  'payments.match_payments': 'Validar los pagos que informan los socios',
  'audit.view_audit': 'Consultar la bitácora',
  'announcements.publish_announcements': 'Publicar avisos y páginas de ayuda para los socios',
  'documents.publish_documents': 'Publicar documentos de los socios',
}

/** The string itself for an unknown permission. */
export function permissionName(text: string): string {
  return isPermission(text) ? permissionNames[text] : text
}

function isPermission(text: string): text is Permission {
  return Object.hasOwn(permissionNames, text)
}
