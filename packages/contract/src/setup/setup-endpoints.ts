import { endpoint } from '../endpoint.ts'
import type { definitions } from './setup-schemas.ts'

type Definitions = typeof definitions

export const getSetup = endpoint<Definitions['getSetup']>('GET', '/api/setup/')
export const sendTestEmail = endpoint<Definitions['sendTestEmail']>(
  'POST',
  '/api/setup/test-email/',
)
export const hideSetup = endpoint<Definitions['hideSetup']>('POST', '/api/setup/hide/')
