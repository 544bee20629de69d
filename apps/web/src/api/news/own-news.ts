import { listOwnNews, readOwnNews } from '@carpeta/contract/news/own-news-endpoints'
import type { definitions, WireNews } from '@carpeta/contract/news/own-news-schemas'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { answered } from '../client/answered.ts'

export type { WireNews }

type OwnNews = z.infer<typeof definitions.listOwnNews.answer>

const OWN = ['own news']

/** So many are shown at first. */
export const FIRST_NEWS = 5

/** The member's last news, so many of them. */
export function ownNewsQuery(size: number) {
  return queryOptions({
    queryKey: [...OWN, size],
    queryFn: async ({ signal }): Promise<OwnNews> =>
      answered(listOwnNews, { query: { pageSize: String(size) }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Marks this news and those before it. */
export async function markNewsRead(through: number): Promise<void> {
  await answered(readOwnNews, { body: { through } })
}

export const everyOwnNews = { queryKey: OWN }
