import { unknownKeyMessage } from '@carpeta/contract/errors'
import { requireRecentAuthentication } from '../../auth/reauthentication/require-recent-authentication.ts'
import type { Transaction } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { InvalidFields } from '../../http/errors.ts'
import { findUnknownGroups, replaceGroups } from '../changes/user-changes-store.ts'

/**
 * @throws {InvalidFields} for an id that is not a group
 * @throws {Refused} 403 without a recent authentication, when the groups change
 */
export async function assignGroups(
  tx: Transaction,
  caller: SignedInCaller,
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
  if (isSame) return
  await requireRecentAuthentication(tx, caller)
  await replaceGroups(tx, account.id, next)
}
