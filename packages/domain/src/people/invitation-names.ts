/** Where somebody's invitation stands; 'failed' whatever the state: also an active account gets letters. */
export const invitationNames = {
  no_email: 'Sin correo',
  not_invited: 'No invitado',
  invited: 'Invitado',
  active: 'Activo',
  failed: 'Carta no entregada',
} as const
