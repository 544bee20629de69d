import { unknownKeyMessage } from '@carpeta/contract/errors'
import type { Transaction } from '../../db/client.ts'
import { InvalidFields } from '../../http/errors.ts'
import { findUnknownGroups, replaceGroups } from '../changes/user-changes-store.ts'

/** @throws {InvalidFields} for an id that is no group (wire.md §4). */
export async function assignGroups(
  tx: Transaction,
  account: { id: number; groups: { id: number }[] },
  groupIds: number[],
): Promise<void> {
  const unknown = await findUnknownGroups(tx, groupIds)
  if (unknown.length > 0) {
    const sentences = unknown.map(unknownKeyMessage)
    throw new InvalidFields({ group_ids: sentences })
  }
  const had = account.groups.map(({ id }) => id)
  const wanted = [...new Set(groupIds)]
  const stays = had.length === wanted.length && had.every((id) => wanted.includes(id))
  if (!stays) await replaceGroups(tx, account.id, wanted)
}
