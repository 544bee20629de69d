import { endpoint } from '../endpoint.ts'
import type { definitions } from './health-schemas.ts'

type Definitions = typeof definitions

export const checkHealth = endpoint<Definitions['checkHealth']>('GET', '/api/health/')
export const checkReady = endpoint<Definitions['checkReady']>('GET', '/api/health/ready/')
