import { endpoint } from '../endpoint.ts'
import type { definitions } from './slot-files-schemas.ts'

type Definitions = typeof definitions

export const listSlotFiles = endpoint<Definitions['listSlotFiles']>(
  'GET',
  '/api/requests/:id/slot-files/',
)
export const addSlotFile = endpoint<Definitions['addSlotFile']>(
  'POST',
  '/api/requests/:id/slot-files/',
)
export const arrangeSlotFiles = endpoint<Definitions['arrangeSlotFiles']>(
  'PUT',
  '/api/requests/:id/slot-files/',
)
export const joinSlotFiles = endpoint<Definitions['joinSlotFiles']>(
  'POST',
  '/api/requests/:id/slot-files/join/',
)
