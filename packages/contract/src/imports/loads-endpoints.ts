import { endpoint } from '../endpoint.ts'
import type { definitions } from './loads-schemas.ts'

type Definitions = typeof definitions

export const listLoads = endpoint<Definitions['listLoads']>('GET', '/api/loads/')
export const getLoad = endpoint<Definitions['getLoad']>('GET', '/api/loads/:id/')
export const listLoadChanges = endpoint<Definitions['listLoadChanges']>(
  'GET',
  '/api/loads/:id/changes/',
)
export const compareSale = endpoint<Definitions['compareSale']>('GET', '/api/loads/:id/figures/')
export const listLoadRejects = endpoint<Definitions['listLoadRejects']>(
  'GET',
  '/api/loads/:id/rejects/',
)
export const downloadLoadRejects = endpoint<Definitions['downloadLoadRejects']>(
  'GET',
  '/api/loads/:id/rejects.csv',
)
export const listLoadFindings = endpoint<Definitions['listLoadFindings']>(
  'GET',
  '/api/loads/:id/findings/',
)
export const getUndoableLoad = endpoint<Definitions['getUndoableLoad']>(
  'GET',
  '/api/loads/undoable/',
)
export const undoLoad = endpoint<Definitions['undoLoad']>('POST', '/api/loads/:id/undo/')
