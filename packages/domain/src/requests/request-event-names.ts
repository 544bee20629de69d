/** Labels of a request's events, for staff: in its history and in the audit log. */
export const requestEventNames = {
  sent: 'El socio envió la solicitud',
  cancelled: 'El socio anuló la solicitud',
  review: 'Comenzó la revisión',
  asked: 'Se pidió lo que falta',
  replied: 'El socio respondió',
  commented: 'El socio comentó',
  responded: 'El socio respondió a la respuesta',
  resolved: 'Se resolvió',
  rejected: 'Se rechazó',
  reopened: 'Se reabrió',
  extended: 'Se prorrogó el plazo',
  assigned: 'Se asignó',
  note: 'Nota interna',
  document_accepted: 'Se aceptó un documento',
  document_rejected: 'Se rechazó un documento',
  document_replaced: 'El socio reemplazó un documento',
} as const
