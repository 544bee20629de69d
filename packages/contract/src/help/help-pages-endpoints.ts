import { endpoint } from '../endpoint.ts'
import type { definitions } from './help-pages-schemas.ts'

type Definitions = typeof definitions

export const listHelpPages = endpoint<Definitions['listHelpPages']>('GET', '/api/help-pages/')
export const createHelpPage = endpoint<Definitions['createHelpPage']>('POST', '/api/help-pages/')
export const changeHelpPage = endpoint<Definitions['changeHelpPage']>(
  'PATCH',
  '/api/help-pages/:id/',
)
export const deleteHelpPage = endpoint<Definitions['deleteHelpPage']>(
  'DELETE',
  '/api/help-pages/:id/',
)
