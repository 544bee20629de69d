import { endpoint } from '../endpoint.ts'
import type { definitions } from './users-schemas.ts'

type Definitions = typeof definitions

export const listUsers = endpoint<Definitions['listUsers']>('GET', '/api/users/')
export const listDeletedUsers = endpoint<Definitions['listDeletedUsers']>(
  'GET',
  '/api/users/trashed/',
)
export const createUser = endpoint<Definitions['createUser']>('POST', '/api/users/')
export const getUser = endpoint<Definitions['getUser']>('GET', '/api/users/:id/')
export const changeUser = endpoint<Definitions['changeUser']>('PATCH', '/api/users/:id/')
export const deleteUser = endpoint<Definitions['deleteUser']>('DELETE', '/api/users/:id/')
export const restoreUser = endpoint<Definitions['restoreUser']>('PATCH', '/api/users/:id/restore/')
