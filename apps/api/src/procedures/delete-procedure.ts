import { recordAction } from '../audit/record-action.ts'
import type { Database } from '../db/client.ts'
import type { Actor } from '../http/actor.ts'
import { NotFound } from '../http/errors.ts'
import { lockProcedure, trashProcedure } from './procedures-store.ts'

/** Into the trash: nobody can ask for it any more. @throws {NotFound} */
export async function deleteProcedure(db: Database, actor: Actor, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockProcedure(tx, id, 'living'))) throw new NotFound()
    await trashProcedure(tx, id)
    const object = { type: 'procedure', id }
    await recordAction(tx, actor, { action: 'procedure.deleted', object })
  })
}
