import { endpoint } from '../endpoint.ts'
import type { definitions } from './groups-schemas.ts'

type Definitions = typeof definitions

export const listGroups = endpoint<Definitions['listGroups']>('GET', '/api/groups/')
export const createGroup = endpoint<Definitions['createGroup']>('POST', '/api/groups/')
export const changeGroup = endpoint<Definitions['changeGroup']>('PATCH', '/api/groups/:id/')
export const deleteGroup = endpoint<Definitions['deleteGroup']>('DELETE', '/api/groups/:id/')
