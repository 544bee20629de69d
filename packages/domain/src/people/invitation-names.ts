import { accountStateNames } from './account-state.ts'

/** The states that accounts are filtered by. 'failed' applies to any state: active accounts get emails too. */
export const invitationNames = {
  no_email: 'Sin correo',
  ...accountStateNames,
  failed: 'Correo no entregado',
} as const
