import type {
  definitions,
  draftSchema,
  requestForm,
} from '@carpeta/contract/requests/member-requests-schemas'
import type { z } from 'zod'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import type { Database, Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { presentMemberDocuments } from '../present-request.ts'
import { listDocuments } from '../requests-store.ts'
import { presentSlotFile } from '../slot-files/present-slot-file.ts'
import { listSlotFiles } from '../slot-files/slot-files-store.ts'
import {
  type DraftTarget,
  findDraft,
  insertDraft,
  lockDraft,
  lockDraftsOf,
  rewriteDraft,
} from './drafts-store.ts'
import { findDraftTarget } from './find-draft-target.ts'

type Draft = z.infer<typeof draftSchema>

/** The member's draft for this sale and procedure, with its documents. */
export async function readDraft(
  { db }: { db: Database },
  { user: member }: SignedInCaller,
  query: Omit<z.infer<typeof requestForm>, 'comment'>,
): Promise<Draft> {
  return presentDraft(db, await findDraftTarget(db, member, query))
}

/** Saves what the member is typing. A blank comment creates a draft only for files. */
export async function saveDraft(
  { db }: { db: Database },
  caller: SignedInCaller,
  body: z.infer<typeof definitions.saveDraft.body>,
): Promise<Draft> {
  const target = await findDraftTarget(db, caller.user, body)
  return callerTransaction(db, caller, async (tx, { user: member }) => {
    await lockDraftsOf(tx, member.id)
    const draft = await lockDraft(tx, target)
    const content = { comment: body.comment, isAutosaved: true }
    if (draft !== null) await rewriteDraft(tx, draft, target, content)
    else if (body.comment.trim() !== '' || body.has_files) await insertDraft(tx, target, content)
    return presentDraft(tx, target)
  })
}

/** Leaves out documents whose position requires another one by now: the next save detaches them. */
async function presentDraft(db: Database | Transaction, target: DraftTarget): Promise<Draft> {
  const draft = await findDraft(db, target)
  if (!draft) return { id: null, comment: '', documents: [], slot_files: [] }
  const { id, comment } = draft
  const requiredDocuments = target.procedure.documents
  const isStillRequired = ({ position }: { position: number | null }) =>
    position !== null && draft.requiredDocuments[position] === requiredDocuments[position]
  const documents = (await listDocuments(db, id)).filter(isStillRequired)
  const slotFiles = (await listSlotFiles(db, id)).filter(isStillRequired)
  return {
    id,
    comment,
    documents: presentMemberDocuments({ documents, requiredDocuments }),
    slot_files: slotFiles.map(presentSlotFile),
  }
}
