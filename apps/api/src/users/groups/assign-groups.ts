import { unknownKeyMessage } from '@carpeta/contract/errors'
import type { Transaction } from '../../db/client.ts'
import { InvalidFields } from '../../http/errors.ts'
import { findUnknownGroups, replaceGroups } from '../changes/user-changes-store.ts'

/** @throws {InvalidFields} for an id that is not a group */
export async function assignGroups(
  tx: Transaction,
  account: { id: number; groups: { id: number }[] },
  groupIds: number[],
): Promise<void> {
  const unknown = await findUnknownGroups(tx, groupIds)
  if (unknown.length > 0) {
    throw new InvalidFields({ group_ids: unknown.map(unknownKeyMessage) })
  }
  const current = account.groups.map(({ id }) => id)
  const next = [...new Set(groupIds)]
  const isSame = current.length === next.length && current.every((id) => next.includes(id))
  if (!isSame) await replaceGroups(tx, account.id, next)
}
