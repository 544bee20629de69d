import type { User } from '@carpeta/contract/auth'
import type { draftQuery, draftResponse, saveDraft as form } from '@carpeta/contract/requests'
import type { z } from 'zod'
import type { Database, Transaction } from '../../db/client.ts'
import { presentHandedIn } from '../present-request.ts'
import { listDocuments } from '../requests-store.ts'
import {
  type DraftTarget,
  findDraft,
  insertDraft,
  lockDraft,
  lockDraftsOf,
  rewriteDraft,
} from './drafts-store.ts'
import { findDraftTarget } from './find-draft-target.ts'

type Draft = z.infer<typeof draftResponse>

/** What the member was writing for this sale and procedure, with the documents that it has. */
export async function readDraft(
  db: Database,
  member: User,
  query: z.infer<typeof draftQuery>,
): Promise<Draft> {
  return presentDraft(db, await findDraftTarget(db, member, query))
}

/** Keeps what is being typed. Nothing typed makes no draft. */
export async function saveDraft(
  db: Database,
  member: User,
  body: z.infer<typeof form>,
): Promise<Draft> {
  const target = await findDraftTarget(db, member, body)
  return db.transaction(async (tx) => {
    await lockDraftsOf(tx, member.id)
    const draft = await lockDraft(tx, target)
    const typed = { comment: body.comment, isAutosaved: true }
    if (draft !== null) await rewriteDraft(tx, draft, target, typed)
    else if (body.comment.trim() !== '') await insertDraft(tx, target, typed)
    return presentDraft(tx, target)
  })
}

/** With the documents that are still asked for where they are; the others fall away as it goes on. */
async function presentDraft(db: Database | Transaction, target: DraftTarget): Promise<Draft> {
  const draft = await findDraft(db, target)
  if (!draft) return { id: null, comment: '', documents: [] }
  const { id, comment } = draft
  const requiredDocuments = target.procedure.documents
  const documents = (await listDocuments(db, id)).filter(
    ({ position }) =>
      position !== null && draft.requiredDocuments[position] === requiredDocuments[position],
  )
  return { id, comment, documents: presentHandedIn({ documents, requiredDocuments }) }
}
