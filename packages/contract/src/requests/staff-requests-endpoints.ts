import { endpoint } from '../endpoint.ts'
import type { definitions } from './staff-requests-schemas.ts'

type Definitions = typeof definitions

export const listRequests = endpoint<Definitions['listRequests']>('GET', '/api/requests/')
export const listAssignees = endpoint<Definitions['listAssignees']>(
  'GET',
  '/api/requests/assignees/',
)
export const listRequestedProcedures = endpoint<Definitions['listRequestedProcedures']>(
  'GET',
  '/api/requests/procedures/',
)
export const getRequestMember = endpoint<Definitions['getRequestMember']>(
  'GET',
  '/api/requests/:id/member/',
)
export const reviewRequest = endpoint<Definitions['reviewRequest']>(
  'POST',
  '/api/requests/:id/review/',
)
export const assignRequest = endpoint<Definitions['assignRequest']>(
  'POST',
  '/api/requests/:id/assign/',
)
export const askMember = endpoint<Definitions['askMember']>('POST', '/api/requests/:id/ask/')
export const resolveRequest = endpoint<Definitions['resolveRequest']>(
  'POST',
  '/api/requests/:id/resolve/',
)
export const rejectRequest = endpoint<Definitions['rejectRequest']>(
  'POST',
  '/api/requests/:id/reject/',
)
export const reopenRequest = endpoint<Definitions['reopenRequest']>(
  'POST',
  '/api/requests/:id/reopen/',
)
export const extendRequest = endpoint<Definitions['extendRequest']>(
  'POST',
  '/api/requests/:id/extend/',
)
export const mergeRequest = endpoint<Definitions['mergeRequest']>(
  'POST',
  '/api/requests/:id/merge/',
)
export const addNote = endpoint<Definitions['addNote']>('POST', '/api/requests/:id/note/')
