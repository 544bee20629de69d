/** Labels of an invitation's state. 'failed' applies to any state: active accounts get emails too. */
export const invitationNames = {
  no_email: 'Sin correo',
  not_invited: 'No invitado',
  invited: 'Invitado',
  active: 'Activo',
  failed: 'Correo no entregado',
} as const
