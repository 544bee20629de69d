import type { requestForm } from '@carpeta/contract/requests/member-requests-schemas'
import { commentError } from '@carpeta/domain/requests/document-rules'
import type { z } from 'zod'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database, Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { Malformed, NotSignedIn, Refused } from '../../http/errors.ts'
import type { RateLimits } from '../../throttle/rate-limits.ts'
import {
  type DraftTarget,
  deleteDuplicateDraft,
  insertDraft,
  lockAutosaved,
  lockDraftsOf,
  lockSameContent,
  lockUnsent,
  rewriteDraft,
} from './drafts-store.ts'
import { findDraftTarget } from './find-draft-target.ts'
import { lockByKey, saveKey } from './idempotency-keys-store.ts'

/**
 * Creates a draft, which then gets its documents and is sent. A repeated call within 24 hours
 * returns the same draft, found by its Idempotency-Key or else by its content
 * (docs/decisions/0012).
 * @returns its id
 * @throws {Malformed} when the key belongs to another sale or procedure
 * @throws {Refused} · {NotFound} as `findDraftTarget`
 */
export async function createRequest(
  { db, limits }: { db: Database; limits: RateLimits },
  caller: SignedInCaller,
  { idempotencyKey, ...body }: z.infer<typeof requestForm> & { idempotencyKey: string | undefined },
): Promise<number> {
  await limits.newRequests.consume(String(caller.user.id))
  return callerTransaction(db, caller, async (tx, { user: member }) => {
    await lockDraftsOf(tx, member.id)
    const same =
      idempotencyKey === undefined ? null : await lockByKey(tx, member.id, idempotencyKey)
    if (same && (same.saleCode !== body.sale_code || same.procedureId !== body.procedure_id)) {
      throw new Malformed()
    }
    // A retry of what is sent already returns it, even if the procedure is no longer offered.
    if (same && !same.isDraft) {
      await deleteDuplicateDraft(tx, { userId: member.id, ...same })
      return same.id
    }
    const target = await findDraftTarget(tx, member, body)
    const comment = body.comment.trim()
    const missing = commentError({ documentAmount: target.procedure.documents.length }, comment)
    if (missing) throw new Refused(missing)
    // A retry may change the comment of a draft.
    if (same) return upsertDraft(tx, same.id, target, comment)
    return idempotencyKey === undefined
      ? createByContent(tx, target, comment)
      : createByKey(tx, target, comment, idempotencyKey)
  })
}

/** Another tab, or the form reopened after a failed attempt, continues the existing draft. */
async function createByKey(
  tx: Transaction,
  target: DraftTarget,
  comment: string,
  key: string,
): Promise<number> {
  const autosaved = await lockAutosaved(tx, target)
  const unsent = autosaved?.id ?? (await lockUnsent(tx, target, comment))
  const requestId = await upsertDraft(tx, unsent, target, comment)
  await saveKey(tx, { userId: target.userId, key, requestId })
  return requestId
}

/**
 * A client without a key uploads every document each time, so a draft that has documents is not
 * continued.
 */
async function createByContent(
  tx: Transaction,
  target: DraftTarget,
  comment: string,
): Promise<number> {
  const same = await lockSameContent(tx, target, comment)
  const unsent = same ?? (await lockAutosaved(tx, target))?.id ?? null
  return upsertDraft(tx, unsent, target, comment)
}

async function upsertDraft(
  tx: Transaction,
  draft: number | null,
  target: DraftTarget,
  comment: string,
): Promise<number> {
  const content = { comment, isAutosaved: false }
  if (draft !== null) {
    await rewriteDraft(tx, draft, target, content)
    return draft
  }
  const inserted = await insertDraft(tx, target, content)
  if (inserted === null) throw new NotSignedIn()
  return inserted
}
