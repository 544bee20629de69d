import { endpoint } from '../endpoint.ts'
import type { definitions } from './email-preferences-schemas.ts'

type Definitions = typeof definitions

export const getPreferences = endpoint<Definitions['getPreferences']>(
  'GET',
  '/api/client/preferences/',
)
export const changePreferences = endpoint<Definitions['changePreferences']>(
  'PATCH',
  '/api/client/preferences/',
)
