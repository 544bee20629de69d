/**
 * The actions of the audit log (Ley 21.719 requires a record of accesses and changes). The database
 * stores the code; `/activity` and a member's profile show the sentence.
 */
export const auditActions = {
  'session.login': 'Ingresó',
  'session.login_failed': 'Intentó ingresar, sin éxito',
  'session.reauthentication_failed': 'No pudo confirmar quién es',
  'session.logout': 'Cerró su sesión',
  'session.ended': 'Cerró una de sus sesiones',
  'session.ended_others': 'Cerró sus otras sesiones',
  'session.ended_by_staff': 'Cerró las sesiones de un usuario',
  'passkey.added': 'Agregó una llave de acceso',
  'passkey.renamed': 'Cambió el nombre de una llave de acceso',
  'passkey.removed': 'Quitó una llave de acceso',
  'totp.added': 'Configuró una aplicación de códigos',
  'totp.removed': 'Quitó su aplicación de códigos',
  'recovery_codes.renewed': 'Reemplazó sus códigos de recuperación',
  'recovery_code.used': 'Usó un código de recuperación',
  'second_factor.reset': 'Restableció el segundo factor de un usuario',
  'account.activated': 'Activó su cuenta',
  'account.registered': 'Se registró',
  'account.taken_back': 'Recuperó su cuenta con «No fui yo»',
  'account.identity_checked': 'Comprobó la identidad de un usuario, cuya cuenta empezó de nuevo',
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
  'user.invited_by_letter': 'Imprimió la carta de invitación de un usuario',
  'user.invitation_revoked': 'Revocó una invitación',
  'user.unused_access_ended': 'Terminó accesos a una cuenta que no se habían usado',
  'group.created': 'Creó un grupo',
  'group.changed': 'Cambió un grupo',
  'group.deleted': 'Eliminó un grupo',
  'member.read': 'Vio datos de un socio',
  'member.listed': 'Vio una lista con datos de socios',
  'member.viewed_as': 'Vio la carpeta como socio',
  'member.view_ended': 'Dejó de ver la carpeta como socio',
  'member.exported': 'Exportó los datos de un socio',
  'member.erased': 'Anonimizó los datos de un socio',
  'email_preferences.changed': 'Cambió qué correos recibe',
  'sale_access.given': 'Dio acceso a una compra',
  'sale_access.revoked': 'Quitó el acceso a una compra',
  'due_calendar.created': 'Creó un enlace para su calendario',
  'due_calendar.revoked': 'Dejó de compartir su calendario',
  'request.sent': 'Envió una solicitud',
  'request.filed': 'Ingresó una solicitud por un socio',
  'request.rated': 'Valoró una respuesta',
  'request.changed': 'Cambió una solicitud',
  'requests.exported': 'Descargó una lista de solicitudes',
  'overdue.exported': 'Descargó las cuotas atrasadas',
  'payments.exported': 'Descargó los pagos en línea',
  'document.uploaded': 'Subió un documento',
  'document.joined': 'Unió los archivos de un documento',
  'document.removed': 'Quitó un documento',
  'document.downloaded': 'Descargó un documento',
  'document.viewed': 'Vio un documento',
  'member_document.published': 'Publicó un documento de un socio',
  'member_document.changed': 'Cambió un documento publicado',
  'member_document.replaced': 'Publicó una versión nueva de un documento',
  'member_document.handed_over': 'Mostró un documento publicado al nuevo titular',
  'member_document.withdrawn': 'Retiró un documento publicado',
  'payment_report.created': 'Informó un pago',
  'payment_report.cancelled': 'Anuló el informe de un pago',
  'payment_report.confirmed': 'Confirmó un pago informado',
  'payment_report.unmatched': 'Separó un pago informado del que registró contabilidad',
  'payment_report.declined': 'Rechazó un pago informado',
  'payment.created': 'Empezó un pago en línea',
  'payment.authorized': 'Pagó en línea',
  'payment.refunded': 'Devolvió un pago en línea',
  'payment.expired': 'Dio por vencido un pago en línea',
  'payment.matched': 'Reconoció un pago en línea en lo que registró contabilidad',
  'payment.unmatched': 'Separó un pago en línea del que registró contabilidad',
  'receipt.downloaded': 'Descargó el comprobante de un pago informado',
  'receipt.viewed': 'Vio el comprobante de un pago informado',
  'template.created': 'Creó una plantilla de respuesta',
  'template.changed': 'Cambió una plantilla de respuesta',
  'template.deleted': 'Eliminó una plantilla de respuesta',
  'procedure.created': 'Creó un trámite',
  'procedure.changed': 'Cambió un trámite',
  'procedure.deleted': 'Eliminó un trámite',
  'procedure.restored': 'Restauró un trámite',
  'announcement.created': 'Creó un aviso',
  'announcement.changed': 'Cambió un aviso',
  'announcement.deleted': 'Eliminó un aviso',
  'announcement.published': 'Publicó un aviso',
  'announcement.scheduled': 'Programó la publicación de un aviso',
  'announcement.unscheduled': 'Dejó otra vez como borrador un aviso programado',
  'announcement.withdrawn': 'Retiró un aviso',
  'help_page.created': 'Agregó una página de ayuda',
  'help_page.changed': 'Cambió una página de ayuda',
  'help_page.deleted': 'Eliminó una página de ayuda',
  'setup.email_tested': 'Envió un correo de prueba',
  'setup.hidden': 'Ocultó o mostró la puesta en marcha',
  'job.retried': 'Reintentó un trabajo que fallaba',
  'job.discarded': 'Descartó un trabajo que falló',
  'holiday.changed': 'Cambió un feriado',
  'statement.issued': 'Descargó un estado de cuenta',
  'certificate.issued': 'Descargó un certificado de deuda y pagos',
  'audit.read': 'Consultó la bitácora',
  'audit.exported': 'Descargó la bitácora',
  'import.uploaded': 'Subió una exportación de contabilidad',
  'import.refusal_accepted': 'Aceptó el motivo por el que se detuvo una carga',
  'import.discarded': 'Descartó una exportación de contabilidad',
  'load.exported': 'Descargó las ventas rechazadas de una carga',
  'load.findings_exported': 'Descargó los hallazgos de una carga',
  'import_token.created': 'Creó un token para cargas',
  'import_token.revoked': 'Revocó un token para cargas',
  'load.applied': 'Cargó una exportación de contabilidad',
  'load.refused': 'Intentó una carga que se detuvo',
  'load.undone': 'Deshizo una carga de contabilidad',
  'load.emails_paused': 'Puso en pausa los correos de una carga',
  'load.emails_resumed': 'Envió los correos en pausa de una carga',
} as const

export type AuditAction = keyof typeof auditActions

export function isAuditAction(text: string): text is AuditAction {
  return Object.hasOwn(auditActions, text)
}

/** An account's entries of an hour: far more than a person makes. */
export const MAX_ENTRIES_AN_HOUR = 1000

/** Recorded for each of a batch. Batches have a limit of their own, so these entries use up none of the account's. */
export const recordedByBatch: ReadonlySet<AuditAction> = new Set(['user.invited_by_letter'])

/**
 * What an owner or staff do against an intruder is never refused for the number of entries, nor what Webpay has done
 * already. Logins, new factors, emails on or off and changes of email are limited by themselves, and the others end
 * what a limited action began.
 */
export const alwaysRecorded: ReadonlySet<AuditAction> = new Set([
  'session.login',
  'session.reauthentication_failed',
  'session.logout',
  'session.ended',
  'session.ended_others',
  'session.ended_by_staff',
  'member.view_ended',
  'account.taken_back',
  'account.identity_checked',
  'account.activated',
  'password.restored',
  'password.changed',
  'passkey.added',
  'passkey.removed',
  'totp.added',
  'totp.removed',
  'recovery_code.used',
  'recovery_codes.renewed',
  'second_factor.reset',
  'email.change_requested',
  'email.change_cancelled',
  'email.changed',
  'email.change_reverted',
  'email_preferences.changed',
  'user.deleted',
  'user.invitation_revoked',
  'group.deleted',
  'sale_access.revoked',
  'due_calendar.revoked',
  'payment.refunded',
  'import_token.revoked',
  'user.unused_access_ended',
  'announcement.unscheduled',
  'announcement.withdrawn',
  'import.discarded',
])

/** An account's own names are limited by themselves, and come with a new password. To open a closed account counts. */
function isOwnOrCloses(event: RecordedEvent): boolean {
  const isOwn = event.id !== null && event.id === event.subjectId
  return event.action === 'user.changed' && (isOwn || event.after?.is_active === false)
}

interface RecordedEvent {
  /** Whose entry it is. */
  id: number | null
  action: AuditAction
  subjectId?: number | null
  after?: Record<string, unknown>
}

/** Whether it may be one entry too many of its account's hour. */
export function isLimitedByHour(event: RecordedEvent): boolean {
  const { action } = event
  return !alwaysRecorded.has(action) && !recordedByBatch.has(action) && !isOwnOrCloses(event)
}

export const tooManyEntries =
  'Tu cuenta hizo demasiadas cosas en la última hora. Espera un rato y vuelve a intentarlo.'

/** On the last page of the audit log, when more entries match than have pages. */
export const LIMITED_NOTICE =
  'Estas páginas tienen las 10.000 anotaciones más recientes. Para ver anteriores, elige un día en «Hasta».'
