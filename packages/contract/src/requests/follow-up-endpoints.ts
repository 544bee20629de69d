import { endpoint } from '../endpoint.ts'
import type { definitions } from './follow-up-schemas.ts'

type Definitions = typeof definitions

export const commentOnRequest = endpoint<Definitions['commentOnRequest']>(
  'POST',
  '/api/requests/:id/comment/',
)
export const respondToAnswer = endpoint<Definitions['respondToAnswer']>(
  'POST',
  '/api/requests/:id/respond/',
)
export const rateAnswer = endpoint<Definitions['rateAnswer']>('PUT', '/api/requests/:id/rating/')
export const listRatings = endpoint<Definitions['listRatings']>('GET', '/api/requests/ratings/')
