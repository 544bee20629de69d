import { endpoint } from '../endpoint.ts'
import type { definitions } from './uploads-schemas.ts'

type Definitions = typeof definitions

export const uploadExport = endpoint<Definitions['uploadExport']>('POST', '/api/import-uploads/')
export const listUploadedExports = endpoint<Definitions['listUploadedExports']>(
  'GET',
  '/api/import-uploads/',
)
export const getUploadedExport = endpoint<Definitions['getUploadedExport']>(
  'GET',
  '/api/import-uploads/:id/',
)
export const checkExport = endpoint<Definitions['checkExport']>(
  'POST',
  '/api/import-uploads/:id/check/',
)
export const acceptRefusal = endpoint<Definitions['acceptRefusal']>(
  'POST',
  '/api/import-uploads/:id/accept/',
)
export const applyExport = endpoint<Definitions['applyExport']>(
  'POST',
  '/api/import-uploads/:id/apply/',
)
export const discardExport = endpoint<Definitions['discardExport']>(
  'DELETE',
  '/api/import-uploads/:id/',
)
