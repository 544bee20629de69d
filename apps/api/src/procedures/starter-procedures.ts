import type { StarterProcedure } from '@carpeta/contract/procedures'
import { starterProcedures } from '@carpeta/domain/setup/starter-procedures'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { callerTransaction } from '../auth/caller-transaction.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { readProcedureForm } from './procedures.ts'
import {
  findByTitles,
  insertProcedure,
  lockProcedures,
  type PresentProcedure,
  type ProcedureContent,
  saveProcedure,
} from './procedures-store.ts'

/**
 * Adds the chosen starter procedures to the catalogue, in their order. One whose title is there is left
 * out, and one of the sample becomes the cooperative's own. @returns how many were added
 */
export function addStarterProcedures(
  { db }: { db: Database },
  caller: SignedInCaller,
  titles: string[],
): Promise<number> {
  const chosen = starterProcedures.filter(({ title }) => titles.includes(title))
  return callerTransaction(db, caller, async (tx, caller) => {
    await lockProcedures(tx)
    const present = await findByTitles(
      tx,
      chosen.map(({ title }) => title),
    )
    let added = 0
    for (const procedure of chosen) {
      const found = present.find(({ title }) => title === procedure.title)
      if (found && !found.isSample) continue
      await addProcedure(tx, caller, readProcedureForm({ ...procedure, is_active: true }), found)
      added++
    }
    return added
  })
}

async function addProcedure(
  tx: Transaction,
  caller: SignedInCaller,
  content: ProcedureContent,
  sample: PresentProcedure | undefined,
): Promise<void> {
  if (sample) await saveProcedure(tx, sample.id, content)
  const id = sample?.id ?? (await insertProcedure(tx, content))
  await recordAuditEvent(tx, caller, {
    action: 'procedure.created',
    object: { type: 'procedure', id },
    after: { ...content },
  })
}

/** A procedure of the sample does not count as present: the first real load deletes it. */
export async function listStarterProcedures({ db }: { db: Database }): Promise<StarterProcedure[]> {
  const titles = starterProcedures.map(({ title }) => title)
  const present = await findByTitles(db, titles)
  const own = new Set(present.flatMap(({ title, isSample }) => (isSample ? [] : [title])))
  return starterProcedures.map((procedure) => ({
    ...procedure,
    is_present: own.has(procedure.title),
  }))
}
