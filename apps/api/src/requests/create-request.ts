import type { User } from '@carpeta/contract/auth'
import type { createRequest as form } from '@carpeta/contract/requests'
import { commentError } from '@carpeta/domain/document-rules'
import type { z } from 'zod'
import type { Database, Transaction } from '../db/client.ts'
import { Malformed, Refused } from '../http/errors.ts'
import type { RateLimits } from '../throttle/rate-limits.ts'
import {
  insertDraft,
  keyOfContent,
  keyOfHeader,
  lockByKey,
  lockDraftsOf,
  lockTyped,
  lockUnsent,
  releaseKey,
  rewriteDraft,
  type Wanted,
} from './drafts-store.ts'
import { findWanted } from './find-wanted.ts'

/**
 * Begins a request, which then gets its documents and is sent. The same again within 24 hours is
 * the same request, by its Idempotency-Key or, without one, by what it says (docs/decisions/0012).
 * @returns its id
 */
export async function createRequest(
  { db, limits }: { db: Database; limits: RateLimits },
  member: User,
  body: z.infer<typeof form>,
  idempotencyKey: string | undefined,
): Promise<number> {
  await limits.newRequests.spend(String(member.id))
  const wanted = await findWanted(db, member, body)
  const comment = body.comment.trim()
  const missing = commentError({ documentAmount: wanted.procedure.documents.length }, comment)
  if (missing) throw new Refused(missing)
  return db.transaction(async (tx) => {
    await lockDraftsOf(tx, member.id)
    return idempotencyKey === undefined
      ? createByContent(tx, wanted, comment)
      : createByKey(tx, wanted, comment, keyOfHeader(idempotencyKey))
  })
}

/** A retry may bring a better comment, as long as it was not sent. @throws {Malformed} */
async function createByKey(
  tx: Transaction,
  wanted: Wanted,
  comment: string,
  key: string,
): Promise<number> {
  const same = await lockByKey(tx, wanted.userId, key)
  if (!same) {
    // Another tab, or the form opened again after a try that failed: it goes on with what is there.
    const unsent = (await lockTyped(tx, wanted)) ?? (await lockUnsent(tx, wanted, comment))
    return createFrom(tx, unsent, wanted, { comment, key })
  }
  if (same.saleId !== wanted.saleId || same.procedureId !== wanted.procedure.id) {
    throw new Malformed()
  }
  if (same.isDraft) await rewriteDraft(tx, same.id, wanted, { comment, key })
  return same.id
}

/**
 * Who sends no key uploads every document each time: once it has one or was sent, the same words
 * are meant anew.
 */
async function createByContent(tx: Transaction, wanted: Wanted, comment: string): Promise<number> {
  const key = keyOfContent(wanted, comment)
  const same = await lockByKey(tx, wanted.userId, key)
  if (same?.isDraft && !same.hasDocuments) return same.id
  return createFrom(tx, await lockTyped(tx, wanted), wanted, { comment, key })
}

async function createFrom(
  tx: Transaction,
  draft: number | null,
  wanted: Wanted,
  content: { comment: string; key: string },
): Promise<number> {
  await releaseKey(tx, wanted.userId, content.key)
  if (draft === null) return insertDraft(tx, wanted, content)
  await rewriteDraft(tx, draft, wanted, content)
  return draft
}
