import { endpoint } from '../endpoint.ts'
import type { definitions } from './calendar-schemas.ts'

type Definitions = typeof definitions

export const listHolidays = endpoint<Definitions['listHolidays']>('GET', '/api/holidays/')
export const setHoliday = endpoint<Definitions['setHoliday']>('POST', '/api/holidays/')
export const deleteHoliday = endpoint<Definitions['deleteHoliday']>(
  'DELETE',
  '/api/holidays/:date/',
)
