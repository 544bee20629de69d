import { endpoint } from '../endpoint.ts'
import type { definitions } from './invitations-schemas.ts'

type Definitions = typeof definitions

export const inviteUsers = endpoint<Definitions['inviteUsers']>('POST', '/api/users/invite/')
export const getInvitationProgress = endpoint<Definitions['getInvitationProgress']>(
  'GET',
  '/api/users/invitations/',
)
export const inviteUser = endpoint<Definitions['inviteUser']>('POST', '/api/users/:id/invite/')
export const revokeInvitation = endpoint<Definitions['revokeInvitation']>(
  'POST',
  '/api/users/:id/revoke/',
)
