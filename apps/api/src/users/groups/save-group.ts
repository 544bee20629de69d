import type { saveGroup, WireGroup } from '@carpeta/contract/users/groups-schemas'
import { groupErrors, groupMessages } from '@carpeta/domain/access/group-rules'
import type { z } from 'zod'
import { changedFacts } from '../../audit/audit-event.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { callerTransaction } from '../../auth/caller-transaction.ts'
import { requireRecentAuthentication } from '../../auth/reauthentication/require-recent-authentication.ts'
import type { Database } from '../../db/client.ts'
import type { SignedInCaller } from '../../http/caller.ts'
import { InvalidFields, NotFound } from '../../http/errors.ts'
import {
  insertGroup,
  isNameTaken,
  lockGroup,
  renameGroup,
  replacePermissions,
} from './groups-store.ts'
import { presentGroup } from './present-group.ts'

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
 * @throws {Refused} 403 for other permissions without a recent authentication
 */
export async function changeGroup(
  { db }: { db: Database },
  caller: SignedInCaller,
  { id, changes }: { id: number; changes: Partial<GroupFields> },
): Promise<WireGroup> {
  return refuseTakenName(() =>
    callerTransaction(db, caller, async (tx, caller) => {
      const before = await lockGroup(tx, id)
      if (!before) throw new NotFound()
      const fields = { name: before.name, permissions: before.permissions, ...changes }
      requireValid(fields, before)
      const name = fields.name.trim()
      const permissions = [...new Set(fields.permissions)].toSorted()
      const facts = changedFacts(
        { name: before.name, permissions: before.permissions },
        { name, permissions },
      )
      if ('permissions' in facts.after) await requireRecentAuthentication(tx, caller)
      await renameGroup(tx, id, name)
      await replacePermissions(tx, id, permissions)
      if (Object.keys(facts.after).length > 0) {
        const object = { type: 'group', id }
        await recordAuditEvent(tx, caller, { action: 'group.changed', object, ...facts })
      }
      return presentGroup({ ...before, name, permissions }, caller.user)
    }),
  )
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
