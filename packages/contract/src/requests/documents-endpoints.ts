import { endpoint } from '../endpoint.ts'
import type { definitions } from './documents-schemas.ts'

type Definitions = typeof definitions

export const uploadDocument = endpoint<Definitions['uploadDocument']>(
  'POST',
  '/api/upload-document/',
)
export const downloadDocument = endpoint<Definitions['downloadDocument']>(
  'GET',
  '/api/documents/:id/',
)
export const getDocumentPage = endpoint<Definitions['getDocumentPage']>(
  'GET',
  '/api/documents/:id/pages/:page/',
)
export const removeDocument = endpoint<Definitions['removeDocument']>(
  'DELETE',
  '/api/documents/:id/',
)
