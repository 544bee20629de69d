import { isDeepStrictEqual } from 'node:util'
import { unknownKey } from '@carpeta/contract/errors'
import type { changeGroup as changed, saveGroup, WireGroup } from '@carpeta/contract/users'
import { groupErrors, groupMessages, MAX_GROUPS } from '@carpeta/domain/access/group-rules'
import type { z } from 'zod'
import { changedFacts, recordAuditEvent } from '../audit/record-audit-event.ts'
import {
  callerTransaction,
  requireRecentAuthentication,
  requireRecentLogin,
} from '../auth/caller-transaction.ts'
import type { Config } from '../config/config.ts'
import type { Database, Transaction } from '../db/client.ts'
import type { SignedInCaller } from '../http/caller.ts'
import { InvalidFields, NotFound, Refused } from '../http/errors.ts'
import type { Account } from '../people/account.ts'
import {
  countGroups,
  countMemberships,
  findUnknownGroups,
  type Group,
  insertGroup,
  isNameTaken,
  lockGroup,
  removeDeletedMembers,
  removeGroup,
  renameGroup,
  replaceGroups,
  replacePermissions,
} from '../people/groups-store.ts'
import { lockActive, lockMembers, lockSuperusers } from '../people/users-store.ts'
import { becomesAnother, endLostPreparations, renewPreparedAccess } from './changed-account.ts'

type GroupFields = z.infer<typeof saveGroup>

/**
 * @throws {InvalidFields}
 * @throws {Refused} 403 for permissions without a recent authentication
 */
export async function createGroup(
  { db }: { db: Database },
  caller: SignedInCaller,
  fields: GroupFields,
): Promise<WireGroup> {
  requireValid(fields)
  const name = fields.name.trim()
  const permissions = [...new Set(fields.permissions)].toSorted()
  return refuseTakenName(() =>
    callerTransaction(db, caller, async (tx, caller) => {
      await lockSuperusers(tx)
      if ((await countGroups(tx)) >= MAX_GROUPS) {
        throw new InvalidFields({ name: [groupMessages.tooMany] })
      }
      if (permissions.length > 0) await requireRecentAuthentication(tx, caller)
      const id = await insertGroup(tx, name)
      await replacePermissions(tx, id, permissions)
      await recordAuditEvent(tx, caller, {
        action: 'group.created',
        object: { type: 'group', id },
        after: { name, permissions },
      })
      return presentGroup({ id, name, permissions, members: 0 }, caller.user)
    }),
  )
}

/**
 * Changes the fields that were sent. Members have the new permissions from their next call on.
 * @throws {InvalidFields}
 * @throws {Refused} 409 when it is not as it was read, 403 for other permissions without a recent
 *   authentication
 */
export async function changeGroup(
  { db, config }: { db: Database; config: Config },
  caller: SignedInCaller,
  { id, changes }: { id: number; changes: z.infer<typeof changed> },
): Promise<WireGroup> {
  return refuseTakenName(() =>
    callerTransaction(db, caller, async (tx, caller) => {
      await lockSuperusers(tx)
      const before = await lockGroup(tx, id)
      if (!before) throw new NotFound()
      const { as_read: asRead, ...sent } = changes
      const current = { name: before.name, permissions: before.permissions }
      if (asRead && !isDeepStrictEqual(asRead, current)) {
        throw new Refused(groupMessages.changedMeanwhile, 409)
      }
      const fields = { ...current, ...sent }
      requireValid(fields, before)
      const name = fields.name.trim()
      const permissions = [...new Set(fields.permissions)].toSorted()
      const facts = changedFacts(current, { name, permissions })
      if ('permissions' in facts.after) await requireRecentAuthentication(tx, caller)
      const members = 'permissions' in facts.after ? await lockMembers(tx, id) : []
      await renameGroup(tx, id, name)
      await replacePermissions(tx, id, permissions)
      for (const member of members) await followPermissions(tx, caller, member, config)
      if (Object.keys(facts.after).length > 0) {
        const object = { type: 'group', id }
        await recordAuditEvent(tx, caller, { action: 'group.changed', object, ...facts })
      }
      return presentGroup({ ...before, name, permissions }, caller.user)
    }),
  )
}

async function followPermissions(
  tx: Transaction,
  caller: SignedInCaller,
  before: Account,
  config: Config,
): Promise<void> {
  const after = await lockActive(tx, before.id)
  if (!after) return
  if (becomesAnother(before, after)) await renewPreparedAccess(tx, caller, before, config)
  await endLostPreparations(tx, caller, before, after)
}

/** A permission of another version may stay with a group that has it, and so may its name. */
function requireValid(fields: GroupFields, before: GroupFields | null = null): void {
  const errors = groupErrors(fields, before)
  if (Object.keys(errors).length > 0) throw new InvalidFields({ ...errors })
}

async function refuseTakenName<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw isNameTaken(error) ? new InvalidFields({ name: [groupMessages.nameTaken] }) : error
  }
}

/**
 * Deletes an empty group, so that no user loses permissions unnoticed.
 * @throws {Refused} 400 for a group with members
 */
export async function deleteGroup(
  { db }: { db: Database },
  caller: SignedInCaller,
  id: number,
): Promise<void> {
  await callerTransaction(db, caller, async (tx, caller) => {
    const group = await lockGroup(tx, id)
    if (!group) throw new NotFound()
    await removeDeletedMembers(tx, id)
    // Counted after the removal, because an account may be restored or deleted meanwhile.
    const members = await countMemberships(tx, id)
    if (members > 0) throw new Refused(groupMessages.inUse(members))
    await removeGroup(tx, id)
    await recordAuditEvent(tx, caller, {
      action: 'group.deleted',
      object: { type: 'group', id },
      before: { name: group.name, permissions: group.permissions },
    })
  })
}

/**
 * @throws {InvalidFields} for an id that is not a group
 * @throws {Refused} 403 without a recent authentication, when the groups change
 */
export async function assignGroups(
  tx: Transaction,
  caller: SignedInCaller,
  account: { id: number; groups: { id: number }[] },
  groupIds: number[],
  config: Config,
): Promise<void> {
  const unknown = await findUnknownGroups(tx, groupIds)
  if (unknown.length > 0) {
    throw new InvalidFields({ group_ids: unknown.map(unknownKey) })
  }
  const current = account.groups.map(({ id }) => id)
  const next = [...new Set(groupIds)]
  const isSame = current.length === next.length && current.every((id) => next.includes(id))
  if (isSame) return
  await requireRecentLogin(tx, caller, config)
  await replaceGroups(tx, account.id, next)
}

/** Only superusers see the permissions and the number of members. */
export function presentGroup(group: Group, { is_superuser }: { is_superuser: boolean }): WireGroup {
  const { id, name, permissions, members } = group
  return is_superuser ? { id, name, permissions, members } : { id, name }
}
