import { endpoint } from '../endpoint.ts'
import type { definitions } from './answer-templates-schemas.ts'

type Definitions = typeof definitions

export const listAnswerTemplates = endpoint<Definitions['listAnswerTemplates']>(
  'GET',
  '/api/answer-templates/',
)
export const createAnswerTemplate = endpoint<Definitions['createAnswerTemplate']>(
  'POST',
  '/api/answer-templates/',
)
export const changeAnswerTemplate = endpoint<Definitions['changeAnswerTemplate']>(
  'PATCH',
  '/api/answer-templates/:id/',
)
export const deleteAnswerTemplate = endpoint<Definitions['deleteAnswerTemplate']>(
  'DELETE',
  '/api/answer-templates/:id/',
)
