import * as endpoints from '@carpeta/contract/news/own-news-endpoints'
import { definitions } from '@carpeta/contract/news/own-news-schemas'
import type { Api } from '../../http/api.ts'
import { serve } from '../../http/serve.ts'
import { listOwn, markOwnRead } from './own-news.ts'

/** What is new in the member's sales. */
export function ownNewsRoutes(api: Api): void {
  serve(api, endpoints, definitions, {
    listOwnNews: ({ caller, query }) => listOwn(api, caller, query),
    readOwnNews: async ({ caller, body }) => {
      await markOwnRead(api, caller, body.through)
      return {}
    },
  })
}
