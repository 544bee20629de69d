import { type AuditAction, auditActions, isAuditAction } from '../audit/audit-actions.ts'
import { requestNumber } from '../requests/request-number.ts'
import type { SaleAccessKind } from '../sales/shared-sale.ts'

/** An audit entry, for the person whose data it concerns. */
export interface Access {
  action: string
  objectType: string
  objectId: string
  /** Whether staff did it while viewing the portal as this person. */
  inView: boolean
  /** What happened to a request, as its history names it; '' for anything else. */
  event?: string
}

type Sentences = Partial<Record<AuditAction, string>>

const actionsOfOthers: Sentences = {
  'password.changed': 'Cambió tu contraseña',
  'password.set_temporary': 'Puso una contraseña temporal a tu cuenta',
  'email.change_requested': 'Pidió cambiar tu correo',
  'email.change_cancelled': 'Canceló el cambio de tu correo',
  'email.changed': 'Cambió tu correo',
  'email.change_reverted': 'Deshizo el cambio de tu correo',
  'account.identity_checked': 'Comprobó tu identidad, y tu cuenta empezó de nuevo',
  'session.ended_by_staff': 'Cerró tus sesiones',
  'second_factor.reset': 'Restableció tu segundo factor',
  'user.created': 'Creó tu cuenta',
  'user.changed': 'Cambió los datos de tu cuenta',
  'user.deleted': 'Eliminó tu cuenta',
  'user.restored': 'Restauró tu cuenta',
  'user.invited': 'Te invitó a activar tu cuenta',
  'user.invited_by_letter': 'Imprimió una carta con tu enlace para entrar',
  'user.invitation_revoked': 'Revocó tu invitación',
  'user.unused_access_ended':
    'Terminó accesos a tu cuenta que no habías usado (invitación, carta, enlace o contraseña temporal)',
  'member.read': 'Vio tus datos',
  'member.viewed_as': 'Miró tu carpeta tal como la ves, sin poder cambiar nada',
  'member.view_ended': 'Dejó de mirar tu carpeta',
  'member.exported': 'Exportó tus datos',
  'member.erased': 'Anonimizó tus datos',
  'request.filed': 'Ingresó por ti la solicitud',
  'request.changed': 'Cambió tu solicitud',
  'document.downloaded': 'Descargó un documento de tu carpeta',
  'document.viewed': 'Vio un documento de tu carpeta',
  'payment_report.cancelled': 'Anuló un pago que informaste',
  'payment_report.confirmed': 'Confirmó un pago que informaste',
  'payment_report.unmatched': 'Dejó otra vez por validar un pago que informaste',
  'payment_report.declined': 'Rechazó un pago que informaste',
  'receipt.downloaded': 'Descargó el comprobante de un pago que informaste',
  'receipt.viewed': 'Vio el comprobante de un pago que informaste',
  'sale_access.given': 'Dio acceso a una de tus compras',
  'sale_access.revoked': 'Quitó el acceso a una de tus compras',
  'statement.issued': 'Descargó tu estado de cuenta',
  'certificate.issued': 'Descargó tu certificado de deuda y pagos',
  'audit.read': 'Consultó la bitácora sobre ti',
  'audit.exported': 'Descargó la bitácora sobre ti',
}

// What was read, where it is not all of the member's data.
const readSentences: Record<string, string> = {
  request: 'Vio tu solicitud',
  announcement: 'Vio tus avisos',
  sale: 'Vio tu compra',
}

// What staff did to a request, where it is no secret of theirs.
const requestSentences: Record<string, string> = {
  review: 'Comenzó a revisar tu solicitud',
  asked: 'Te pidió algo más en tu solicitud',
  resolved: 'Respondió tu solicitud',
  rejected: 'Respondió que no puede acoger tu solicitud',
  reopened: 'Volvió a abrir tu solicitud',
  extended: 'Prorrogó el plazo de tu solicitud',
  merged: 'Unió a otra tu solicitud',
}

const ownActions: Sentences = {
  'session.login': 'Ingresaste',
  'session.reauthentication_failed': 'No se pudo confirmar que eras tú',
  'session.logout': 'Cerraste tu sesión',
  'session.ended': 'Cerraste una de tus sesiones',
  'session.ended_others': 'Cerraste tus otras sesiones',
  'passkey.added': 'Agregaste una llave de acceso',
  'passkey.renamed': 'Cambiaste el nombre de una llave de acceso',
  'passkey.removed': 'Quitaste una llave de acceso',
  'totp.added': 'Configuraste una aplicación de códigos',
  'totp.removed': 'Quitaste tu aplicación de códigos',
  'recovery_codes.renewed': 'Reemplazaste tus códigos de recuperación',
  'recovery_code.used': 'Usaste un código de recuperación',
  'account.activated': 'Activaste tu cuenta',
  'account.registered': 'Te registraste',
  'account.taken_back': 'Recuperaste tu cuenta con «No fui yo»',
  'password.restored': 'Restauraste tu contraseña',
  'password.changed': 'Cambiaste tu contraseña',
  'email.change_requested': 'Pediste cambiar tu correo',
  'email.change_cancelled': 'Cancelaste el cambio de tu correo',
  'email.changed': 'Cambiaste tu correo',
  'email.change_reverted': 'Deshiciste el cambio de tu correo',
  'user.changed': 'Cambiaste los datos de tu cuenta',
  'member.exported': 'Descargaste tus datos',
  'request.sent': 'Enviaste tu solicitud',
  'request.changed': 'Cambiaste tu solicitud',
  'request.rated': 'Dijiste si te sirvió la respuesta de la solicitud',
  'document.uploaded': 'Subiste un documento',
  'document.joined': 'Uniste los archivos de un documento',
  'document.removed': 'Quitaste un documento',
  'document.downloaded': 'Descargaste un documento de tu carpeta',
  'document.viewed': 'Viste un documento de tu carpeta',
  'payment_report.created': 'Informaste un pago',
  'payment_report.cancelled': 'Anulaste el informe de un pago',
  'receipt.downloaded': 'Descargaste el comprobante de un pago que informaste',
  'sale_access.given': 'Diste acceso a una de tus compras',
  'sale_access.revoked': 'Quitaste el acceso a una de tus compras',
  'statement.issued': 'Descargaste tu estado de cuenta',
  'certificate.issued': 'Descargaste tu certificado de deuda y pagos',
}

/** A sentence for the member about what others did with the member's data. */
export function accessSentence(access: Access): string {
  const { action, objectType, event = '' } = access
  const read = action === 'member.read' ? readSentences[objectType] : undefined
  const done = action === 'request.changed' ? requestSentences[event] : undefined
  const sentence = numbered(read ?? done ?? sentenceOf(action, actionsOfOthers), access)
  return access.inView ? `${sentence} (mirando tu carpeta)` : sentence
}

const readerRoles: Record<string, string> = {
  co_holder: 'tu co-titular',
  representative: 'tu representante legal',
} satisfies Record<SaleAccessKind, string>

/** What another member who reads a purchase is to its holder; '' for anybody else. */
export function readerRole(kind: string): string {
  return readerRoles[kind] ?? ''
}

/** A sentence for users about their own actions. */
export function ownActionSentence(entry: Omit<Access, 'inView'>): string {
  return numbered(sentenceOf(entry.action, ownActions), entry)
}

function sentenceOf(action: string, sentences: Sentences): string {
  return isAuditAction(action) ? (sentences[action] ?? auditActions[action]) : action
}

function numbered(
  sentence: string,
  { action, objectType, objectId }: Omit<Access, 'inView'>,
): string {
  if (objectId === '') return sentence
  if (objectType === 'request') return `${sentence} ${requestNumber(objectId)}`
  return objectType === 'sale' && action === 'member.read' ? `${sentence} ${objectId}` : sentence
}
