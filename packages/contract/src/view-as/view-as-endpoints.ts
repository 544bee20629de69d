import { endpoint } from '../endpoint.ts'
import type { definitions } from './view-as-schemas.ts'

type Definitions = typeof definitions

export const startView = endpoint<Definitions['startView']>('POST', '/api/view-as/')
export const endView = endpoint<Definitions['endView']>('POST', '/api/view-as/end/')
