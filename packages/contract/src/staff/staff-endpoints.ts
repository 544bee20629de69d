import { endpoint } from '../endpoint.ts'
import type { definitions } from './staff-schemas.ts'

type Definitions = typeof definitions

export const getWorkCounts = endpoint<Definitions['getWorkCounts']>('GET', '/api/staff/counts/')
export const getMemberFile = endpoint<Definitions['getMemberFile']>(
  'GET',
  '/api/staff/members/:id/',
)
export const search = endpoint<Definitions['search']>('GET', '/api/staff/search/')
