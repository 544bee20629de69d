import type { User } from '@carpeta/contract/auth'
import type { createRequest as form } from '@carpeta/contract/requests'
import { commentError } from '@carpeta/domain/requests/document-rules'
import type { z } from 'zod'
import type { Database, Transaction } from '../../db/client.ts'
import { Malformed, NotSignedIn, Refused } from '../../http/errors.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import {
  dropTypedAgain,
  insertDraft,
  lockDraftsOf,
  lockSameWords,
  lockTyped,
  lockUnsent,
  rewriteDraft,
  type Wanted,
} from './drafts-store.ts'
import { findWanted } from './find-draft-target.ts'
import { lockByKey, saveKey } from './idempotency-keys-store.ts'

/**
 * Begins a request, which then gets its documents and is sent. The same again within 24 hours is
 * the same request, by its Idempotency-Key or, without one, by what it says (docs/decisions/0012).
 * @returns its id
 * @throws {Malformed} a key that began something else · {Refused} · {NotFound} as `findWanted`
 */
export async function createRequest(
  { db, limits }: { db: Database; limits: RateLimits },
  member: User,
  body: z.infer<typeof form>,
  idempotencyKey: string | undefined,
): Promise<number> {
  await limits.newRequests.spend(String(member.id))
  return db.transaction(async (tx) => {
    await lockDraftsOf(tx, member.id)
    const same =
      idempotencyKey === undefined ? null : await lockByKey(tx, member.id, idempotencyKey)
    if (same && (same.saleCode !== body.sale_code || same.procedureId !== body.procedure_id)) {
      throw new Malformed()
    }
    // Handed in already, its answer was lost: it stands, whatever is offered by now.
    if (same && !same.isDraft) {
      await dropTypedAgain(tx, { userId: member.id, ...same })
      return same.id
    }
    const wanted = await findWanted(tx, member, body)
    const comment = body.comment.trim()
    const missing = commentError({ documentAmount: wanted.procedure.documents.length }, comment)
    if (missing) throw new Refused(missing)
    // A retry may bring a better comment, as long as it was not sent.
    if (same) return goOnWith(tx, same.id, wanted, comment)
    return idempotencyKey === undefined
      ? createByContent(tx, wanted, comment)
      : createByKey(tx, wanted, comment, idempotencyKey)
  })
}

/** Another tab, or the form opened again after a try that failed, goes on with what is there. */
async function createByKey(
  tx: Transaction,
  wanted: Wanted,
  comment: string,
  key: string,
): Promise<number> {
  const typed = await lockTyped(tx, wanted)
  const unsent = typed?.id ?? (await lockUnsent(tx, wanted, comment))
  const requestId = await goOnWith(tx, unsent, wanted, comment)
  await saveKey(tx, { userId: wanted.userId, key, requestId })
  return requestId
}

/**
 * Who sends no key uploads every document each time: once it has one or was sent, the same words
 * are meant anew.
 */
async function createByContent(tx: Transaction, wanted: Wanted, comment: string): Promise<number> {
  const same = await lockSameWords(tx, wanted, comment)
  const unsent = same ?? (await lockTyped(tx, wanted))?.id ?? null
  return goOnWith(tx, unsent, wanted, comment)
}

async function goOnWith(
  tx: Transaction,
  draft: number | null,
  wanted: Wanted,
  comment: string,
): Promise<number> {
  const content = { comment, isTyped: false }
  if (draft !== null) {
    await rewriteDraft(tx, draft, wanted, content)
    return draft
  }
  const begun = await insertDraft(tx, wanted, content)
  if (begun === null) throw new NotSignedIn()
  return begun
}
