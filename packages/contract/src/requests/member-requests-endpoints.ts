import { endpoint } from '../endpoint.ts'
import type { definitions } from './member-requests-schemas.ts'

type Definitions = typeof definitions

export const createRequest = endpoint<Definitions['createRequest']>('POST', '/api/request/create/')
export const getDraft = endpoint<Definitions['getDraft']>('GET', '/api/request/draft/')
export const saveDraft = endpoint<Definitions['saveDraft']>('PUT', '/api/request/draft/')
export const sendRequest = endpoint<Definitions['sendRequest']>('POST', '/api/request/send/')
export const getRequest = endpoint<Definitions['getRequest']>('GET', '/api/requests/:id/')
export const cancelRequest = endpoint<Definitions['cancelRequest']>(
  'POST',
  '/api/requests/:id/cancel/',
)
export const replyToRequest = endpoint<Definitions['replyToRequest']>(
  'POST',
  '/api/requests/:id/reply/',
)
