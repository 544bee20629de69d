import type { requestForm } from '@carpeta/contract/requests/member-requests-schemas'
import { commentError } from '@carpeta/domain/requests/document-rules'
import type { z } from 'zod'
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
  lockSameWords,
  lockUnsent,
  rewriteDraft,
} from './drafts-store.ts'
import { findDraftTarget } from './find-draft-target.ts'
import { lockByKey, saveKey } from './idempotency-keys-store.ts'

/**
 * Begins a request, which then gets its documents and is sent. The same again within 24 hours is
 * the same request, by its Idempotency-Key or, without one, by what it says (docs/decisions/0012).
 * @returns its id
 * @throws {Malformed} a key that began something else · {Refused} · {NotFound} as `findDraftTarget`
 */
export async function createRequest(
  { db, limits }: { db: Database; limits: RateLimits },
  caller: SignedInCaller,
  { idempotencyKey, ...body }: z.infer<typeof requestForm> & { idempotencyKey: string | undefined },
): Promise<number> {
  const member = caller.user
  await limits.newRequests.consume(String(member.id))
  return db.transaction(async (tx) => {
    await lockDraftsOf(tx, member.id)
    const same =
      idempotencyKey === undefined ? null : await lockByKey(tx, member.id, idempotencyKey)
    if (same && (same.saleCode !== body.sale_code || same.procedureId !== body.procedure_id)) {
      throw new Malformed()
    }
    // Handed in already, its answer was lost: it stands, whatever is offered by now.
    if (same && !same.isDraft) {
      await deleteDuplicateDraft(tx, { userId: member.id, ...same })
      return same.id
    }
    const target = await findDraftTarget(tx, member, body)
    const comment = body.comment.trim()
    const missing = commentError({ documentAmount: target.procedure.documents.length }, comment)
    if (missing) throw new Refused(missing)
    // A retry may bring a better comment, as long as it was not sent.
    if (same) return upsertDraft(tx, same.id, target, comment)
    return idempotencyKey === undefined
      ? createByContent(tx, target, comment)
      : createByKey(tx, target, comment, idempotencyKey)
  })
}

/** Another tab, or the form opened again after a try that failed, goes on with what is there. */
async function createByKey(
  tx: Transaction,
  target: DraftTarget,
  comment: string,
  key: string,
): Promise<number> {
  const typed = await lockAutosaved(tx, target)
  const unsent = typed?.id ?? (await lockUnsent(tx, target, comment))
  const requestId = await upsertDraft(tx, unsent, target, comment)
  await saveKey(tx, { userId: target.userId, key, requestId })
  return requestId
}

/**
 * Who sends no key uploads every document each time: once it has one or was sent, the same words
 * are meant anew.
 */
async function createByContent(
  tx: Transaction,
  target: DraftTarget,
  comment: string,
): Promise<number> {
  const same = await lockSameWords(tx, target, comment)
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
  const begun = await insertDraft(tx, target, content)
  if (begun === null) throw new NotSignedIn()
  return begun
}
