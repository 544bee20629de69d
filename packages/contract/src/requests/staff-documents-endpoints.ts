import { endpoint } from '../endpoint.ts'
import type { definitions } from './staff-documents-schemas.ts'

type Definitions = typeof definitions

export const reviewDocument = endpoint<Definitions['reviewDocument']>(
  'POST',
  '/api/requests/:id/documents/:document_id/review/',
)
export const addAnswerFile = endpoint<Definitions['addAnswerFile']>(
  'POST',
  '/api/requests/:id/answer-files/',
)
export const removeAnswerFile = endpoint<Definitions['removeAnswerFile']>(
  'DELETE',
  '/api/requests/:id/answer-files/:document_id/',
)
