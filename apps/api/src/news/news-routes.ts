import type { AnswerOf } from '@carpeta/contract/endpoints'
import { endpoints, type WireNews } from '@carpeta/contract/news'
import { saleName } from '@carpeta/domain/sales/sale-name'
import { recordAuditedRead } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database } from '../db/client.ts'
import type { Api } from '../http/api.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { type PageQuery, pageWithin, readPage } from '../http/paging.ts'
import { serve } from '../http/serve.ts'
import { pageOfLoadEmails, pauseEmails, resumeEmails } from './news-emails.ts'
import { countNews, listNews, markRead, type OwnNews } from './news-store.ts'

/** News about the member's sales, and their emails as staff see them. */
export function newsRoutes(api: Api): void {
  serve(api, endpoints, {
    'GET /api/client/news/': ({ caller, query }) => listOwn(api, caller, query),
    'POST /api/client/news/read/': async ({ caller, body }) => {
      await markOwnRead(api, caller, body.through)
      return {}
    },

    'GET /api/loads/:id/emails/': ({ caller, params, query }) =>
      pageOfLoadEmails(api, caller, { loadId: params.id, query }),
    'POST /api/loads/:id/emails/pause/': ({ caller, params }) =>
      pauseEmails(api, caller, params.id),
    'POST /api/loads/:id/emails/send/': ({ caller, params }) =>
      resumeEmails(api, caller, params.id),
  })
}

/** A member's own news; staff who view the portal as the member read them too. */
async function listOwn(
  { db }: { db: Database },
  caller: SignedInCaller,
  query: PageQuery,
): Promise<AnswerOf<'GET /api/client/news/'>> {
  const { id, profile } = caller.user
  const member = { id, rut: profile.social_security }
  const { all, unread } = await countNews(db, member)
  const { current, lastPage, ...rows } = pageWithin(readPage(query, ['id']), all)
  const results = (await listNews(db, member, rows)).map(present)
  await recordAuditedRead(db, caller, { type: 'news', id: '' }, id)
  return { results, current, lastPage, unread }
}

/** @throws {NotFound} */
async function markOwnRead(
  { db }: { db: Database },
  caller: SignedInCaller,
  through: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, { user }) => {
    if (!(await markRead(tx, user.id, through))) throw new NotFound()
  })
}

function present(news: OwnNews): WireNews {
  const { id, kind, subject, date, code, toldAt, readAt } = news
  return {
    id,
    kind,
    subject,
    date: date ?? '',
    sale: code,
    sale_name: saleName(news),
    told_at: toldAt.toISOString(),
    read_at: readAt?.toISOString() ?? null,
  }
}
