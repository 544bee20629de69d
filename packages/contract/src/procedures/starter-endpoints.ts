import { endpoint } from '../endpoint.ts'
import type { definitions } from './starter-schemas.ts'

type Definitions = typeof definitions

export const listStarterProcedures = endpoint<Definitions['listStarterProcedures']>(
  'GET',
  '/api/procedures/starter/',
)
export const addStarterProcedures = endpoint<Definitions['addStarterProcedures']>(
  'POST',
  '/api/procedures/starter/',
)
