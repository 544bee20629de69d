import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { WireNews } from '@carpeta/contract/news'
import { keepPreviousData } from '@tanstack/react-query'
import { answered } from '../api/client.ts'
import { optionalQuery } from '../api/optional-query.ts'

export type { WireNews }

type OwnNews = AnswerOf<'GET /api/client/news/'>

const OWN = ['own news']

/** So many are shown at first. */
export const FIRST_NEWS = 5

/** The member's last news, so many of them. */
export function ownNewsQuery(size: number) {
  return optionalQuery({
    queryKey: [...OWN, size],
    queryFn: async ({ signal }): Promise<OwnNews> =>
      answered('GET /api/client/news/', { query: { pageSize: String(size) }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Marks this news and those before it. */
export async function markNewsRead(through: number): Promise<void> {
  await answered('POST /api/client/news/read/', { body: { through } })
}

export const everyOwnNews = { queryKey: OWN }
