import type { AnswerOf } from '@carpeta/contract/endpoints'
import type { LoadEmailsSummary } from '@carpeta/contract/news'
import { recordAuditEvent, recordListRead } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { NotFound } from '../http/errors.ts'
import { type PageQuery, pageWithin, readPage } from '../http/paging.ts'
import { enqueueNextEmails } from './news-emails.ts'
import {
  countEmails,
  findSummary,
  listEmails,
  lockNewsLoad,
  setPaused,
} from './news-emails-store.ts'

/** @throws {NotFound} */
export async function pageOfLoadEmails(
  { db }: { db: Database },
  caller: SignedInCaller,
  { loadId, query }: { loadId: number; query: PageQuery & { state?: string | undefined } },
): Promise<AnswerOf<'GET /api/loads/:id/emails/'>> {
  const summary = await requireSummary(db, loadId)
  const only = query.state ?? ''
  const total = await countEmails(db, loadId, only)
  const { current, lastPage, ...rows } = pageWithin(readPage(query, ['id']), total)
  const results = await listEmails(db, loadId, only, rows)
  await recordListRead(
    db,
    caller,
    'user',
    results.map(({ user_id: id }) => ({ id })),
  )
  return { results, current, lastPage, summary }
}

/** Pauses the emails of a load that have not gone out. @throws {NotFound} */
export function pauseEmails(
  { db }: { db: Database },
  caller: SignedInCaller,
  loadId: number,
): Promise<LoadEmailsSummary> {
  return changePause(db, caller, { loadId, isPaused: true })
}

/** Sends the paused emails of a load. @throws {NotFound} */
export function resumeEmails(
  { db }: { db: Database },
  caller: SignedInCaller,
  loadId: number,
): Promise<LoadEmailsSummary> {
  return changePause(db, caller, { loadId, isPaused: false })
}

function changePause(
  db: Database,
  caller: SignedInCaller,
  { loadId, isPaused }: { loadId: number; isPaused: boolean },
): Promise<LoadEmailsSummary> {
  return callerTransaction(db, caller, async (tx, caller) => {
    const load = await lockNewsLoad(tx, loadId)
    if (load === null) throw new NotFound()
    if (load.isPaused !== isPaused) {
      await setPaused(tx, loadId, isPaused)
      if (!isPaused) await enqueueNextEmails(tx, loadId)
      await recordAuditEvent(tx, caller, {
        action: isPaused ? 'load.emails_paused' : 'load.emails_resumed',
        object: { type: 'load', id: loadId },
      })
    }
    return requireSummary(tx, loadId)
  })
}

async function requireSummary(
  db: Database | Transaction,
  loadId: number,
): Promise<LoadEmailsSummary> {
  const summary = await findSummary(db, loadId)
  if (summary === null) throw new NotFound()
  return summary
}
