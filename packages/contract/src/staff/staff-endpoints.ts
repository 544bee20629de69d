import { endpoint } from '../endpoint.ts'
import type { definitions } from './staff-schemas.ts'

type Definitions = typeof definitions

export const getWorkCounts = endpoint<Definitions['getWorkCounts']>('GET', '/api/staff/counts/')
