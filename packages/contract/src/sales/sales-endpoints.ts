import { endpoint } from '../endpoint.ts'
import type { definitions } from './sales-schemas.ts'

type Definitions = typeof definitions

export const listSales = endpoint<Definitions['listSales']>('GET', '/api/sales-data/')
