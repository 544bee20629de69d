/**
 * The actions of the audit log (Ley 21.719 requires a record of accesses and changes). The database
 * stores the code; `/activity` and a member's profile show the sentence.
 */
export const auditActions = {
  'session.login': 'Ingresó',
  'session.login_failed': 'Intentó ingresar, sin éxito',
  'session.reauthentication_failed': 'No pudo confirmar quién es',
  'session.logout': 'Cerró su sesión',
  'session.ended_others': 'Cerró sus otras sesiones',
  'account.activated': 'Activó su cuenta',
  'account.registered': 'Se registró',
  'password.restored': 'Restauró su contraseña',
  'password.changed': 'Cambió una contraseña',
  'password.set_temporary': 'Puso una contraseña temporal',
  'email.change_requested': 'Pidió cambiar un correo',
  'email.change_cancelled': 'Canceló un cambio de correo',
  'email.changed': 'Cambió un correo',
  'email.change_reverted': 'Deshizo un cambio de correo',
  'restore.requested': 'Pidió recuperar su contraseña',
  'user.created': 'Creó un usuario',
  'user.changed': 'Cambió un usuario',
  'user.deleted': 'Eliminó un usuario',
  'user.restored': 'Restauró un usuario',
  'user.invited': 'Invitó a activar la cuenta',
  'user.invitation_revoked': 'Revocó una invitación',
  'group.created': 'Creó un grupo',
  'group.changed': 'Cambió un grupo',
  'group.deleted': 'Eliminó un grupo',
  'member.read': 'Vio datos de un socio',
  'member.listed': 'Vio una lista con datos de socios',
  'member.viewed_as': 'Vio la carpeta como socio',
  'member.view_ended': 'Dejó de ver la carpeta como socio',
  'member.exported': 'Exportó los datos de un socio',
  'member.erased': 'Anonimizó los datos de un socio',
  'request.sent': 'Envió una solicitud',
  'request.changed': 'Cambió una solicitud',
  'document.uploaded': 'Subió un documento',
  'document.removed': 'Quitó un documento',
  'document.downloaded': 'Descargó un documento',
  'template.created': 'Creó una plantilla de respuesta',
  'template.changed': 'Cambió una plantilla de respuesta',
  'template.deleted': 'Eliminó una plantilla de respuesta',
  'procedure.created': 'Creó un trámite',
  'procedure.changed': 'Cambió un trámite',
  'procedure.deleted': 'Eliminó un trámite',
  'procedure.restored': 'Restauró un trámite',
  'holiday.changed': 'Cambió un feriado',
  'statement.issued': 'Descargó un estado de cuenta',
  'audit.read': 'Consultó la bitácora',
  'audit.exported': 'Descargó la bitácora',
  'load.applied': 'Cargó una exportación de contabilidad',
  'load.refused': 'Intentó una carga que fue rechazada',
} as const

export type AuditAction = keyof typeof auditActions

export function isAuditAction(text: string): text is AuditAction {
  return Object.hasOwn(auditActions, text)
}
