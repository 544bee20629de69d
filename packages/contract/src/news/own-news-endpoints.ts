import { endpoint } from '../endpoint.ts'
import type { definitions } from './own-news-schemas.ts'

type Definitions = typeof definitions

export const listOwnNews = endpoint<Definitions['listOwnNews']>('GET', '/api/client/news/')
export const readOwnNews = endpoint<Definitions['readOwnNews']>('POST', '/api/client/news/read/')
