/** What staff know of an account; beside it stands 'Activado' or 'Desactivado' alone, whether it can be entered. */
export const accountStates = ['not_invited', 'invited', 'active', 'inactive'] as const

export type AccountState = (typeof accountStates)[number]

export const accountStateNames: Record<AccountState, string> = {
  not_invited: 'Sin invitar',
  invited: 'Invitado',
  active: 'Activado',
  inactive: 'Desactivado por la cooperativa',
}

interface Account {
  /** False after staff deactivated it. */
  isActive: boolean
  /** Whether its owner has chosen a password. */
  isActivated: boolean
  isInvited: boolean
}

/** A deactivation counts before everything else, and an activation before the invitation. */
export function accountState({ isActive, isActivated, isInvited }: Account): AccountState {
  if (!isActive) return 'inactive'
  if (isActivated) return 'active'
  return isInvited ? 'invited' : 'not_invited'
}

/** The states that accounts are filtered by. 'failed' applies to any state: active accounts get emails too. */
export const invitationNames = {
  no_email: 'Sin correo',
  ...accountStateNames,
  failed: 'Correo no entregado',
} as const
