import { endpoint } from '../endpoint.ts'
import type { definitions } from './openapi-schemas.ts'

type Definitions = typeof definitions

export const getOpenApi = endpoint<Definitions['getOpenApi']>('GET', '/api/openapi.json')
