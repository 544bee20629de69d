import { endpoint } from '../endpoint.ts'
import type { definitions } from './procedures-schemas.ts'

type Definitions = typeof definitions

export const listProcedures = endpoint<Definitions['listProcedures']>('GET', '/api/procedures/')
export const listDeletedProcedures = endpoint<Definitions['listDeletedProcedures']>(
  'GET',
  '/api/procedures/trashed/',
)
export const getProcedure = endpoint<Definitions['getProcedure']>('GET', '/api/procedures/:id/')
export const createProcedure = endpoint<Definitions['createProcedure']>('POST', '/api/procedures/')
export const changeProcedure = endpoint<Definitions['changeProcedure']>(
  'PATCH',
  '/api/procedures/:id/',
)
export const deleteProcedure = endpoint<Definitions['deleteProcedure']>(
  'DELETE',
  '/api/procedures/:id/',
)
export const restoreProcedure = endpoint<Definitions['restoreProcedure']>(
  'PATCH',
  '/api/procedures/:id/restore/',
)
export const orderProcedures = endpoint<Definitions['orderProcedures']>(
  'POST',
  '/api/procedures/order/',
)
