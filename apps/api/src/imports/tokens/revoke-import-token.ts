import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import type { Database } from '../../db/client.ts'
import type { Caller } from '../../http/caller.ts'
import { NotFound } from '../../http/errors.ts'
import { writeAs } from '../write-as.ts'
import { markRevoked, readToken } from './import-tokens-store.ts'

/** Ends a token at once. @throws {NotFound} also when it is revoked already */
export async function revokeImportToken(
  { db }: { db: Database },
  caller: Caller,
  id: number,
): Promise<void> {
  await writeAs(db, caller, async (tx, caller) => {
    if (!(await markRevoked(tx, id))) throw new NotFound()
    const token = await readToken(tx, id)
    const object = { type: 'import_token', id }
    const before = { name: token?.name, prefix: token?.prefix }
    await recordAuditEvent(tx, caller, { action: 'import_token.revoked', object, before })
  })
}
