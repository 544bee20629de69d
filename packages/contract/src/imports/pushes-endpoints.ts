import { endpoint } from '../endpoint.ts'
import type { definitions } from './pushes-schemas.ts'

type Definitions = typeof definitions

export const pushExport = endpoint<Definitions['pushExport']>('POST', '/api/imports/')
export const getPushedExport = endpoint<Definitions['getPushedExport']>('GET', '/api/imports/:id/')
