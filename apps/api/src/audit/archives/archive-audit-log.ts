import type { Month } from '@carpeta/domain/dates/months'
import type { SecretKeys } from '../../config/secret-keys.ts'
import type { Database } from '../../db/client.ts'
import { operator } from '../../http/caller.ts'
import { anchorAuditLog } from '../anchors/anchor-audit-log.ts'
import type { AnchorStorage } from '../anchors/anchor-storage.ts'
import { chainPendingEntries } from '../chain/chain-pending.ts'
import { verifyAuditChain } from '../chain/verify-chain.ts'
import { recordAuditEvent } from '../record-audit-event.ts'
import type { ArchiveStorage } from './archive-storage.ts'
import {
  type AuditArchive,
  dropPartition,
  type FilledPartition,
  insertArchive,
  listPartitionsBefore,
} from './archives-store.ts'
import { readArchive } from './read-archive.ts'
import { writeArchiveFile } from './write-archive-file.ts'

export interface ArchiveServices {
  /** With the rights of the running portal. */
  db: Database
  /** The owner of the tables, the only one who can remove entries. */
  owner: Database
  storage: ArchiveStorage
  anchors: AnchorStorage | null
  secretKeys: SecretKeys
  log: { info: (message: string) => void }
}

/** The log is not whole, or something was added meanwhile. Nothing was removed. */
export class ArchiveRefused extends Error {}

/**
 * Moves the partitions that end before this month to the storage: each is written, read back,
 * recorded and anchored, and only then removed from the database.
 * @throws {ArchiveRefused}
 */
export async function archiveAuditLog(
  services: ArchiveServices,
  before: Month,
): Promise<AuditArchive[]> {
  const { db, owner, secretKeys } = services
  await chainPendingEntries(db, secretKeys)
  await requireIntact(services)
  const archived: AuditArchive[] = []
  for (const found of await listPartitionsBefore(owner, before)) {
    archived.push(await archivePartition(services, found))
  }
  return archived
}

async function requireIntact({ db, storage, anchors, secretKeys }: ArchiveServices): Promise<void> {
  const known = (await anchors?.list()) ?? []
  const state = await verifyAuditChain(db, { secretKeys, anchors: known, storage })
  if (state.firstFault === null && state.anchorFaults.length === 0) return
  throw new ArchiveRefused('La bitácora no está íntegra: «carpeta audit verify» lo dice.')
}

async function archivePartition(
  services: ArchiveServices,
  found: FilledPartition,
): Promise<AuditArchive> {
  const { db, owner, storage, anchors, secretKeys, log } = services
  if (found.links !== found.entries) {
    throw new ArchiveRefused(`Hay anotaciones de ${found.toMonth} que no pasaron por la cadena.`)
  }
  const archive = await writeArchiveFile({ db: owner, storage }, found)
  try {
    await requireWritten(storage, archive)
    const { fromMonth: from, toMonth: to, entries } = archive
    await recordAuditEvent(db, operator, {
      action: 'audit.archived',
      object: { type: 'audit_archive', id: archive.storageKey },
      after: { from, to, entries },
    })
    await anchorAuditLog({ db, secretKeys, storage: anchors, log }, null)
  } catch (error) {
    await storage.remove(archive.storageKey).catch(() => {})
    throw error
  }
  // From here on the file stays, whatever happens: a commit may succeed unseen.
  await owner.transaction(async (tx) => {
    await insertArchive(tx, archive)
    if (await dropPartition(tx, found)) return
    throw new ArchiveRefused(
      `Las anotaciones de ${found.toMonth} cambiaron mientras se archivaban.`,
    )
  })
  return archive
}

/** @throws when the storage returns anything else than what was written */
async function requireWritten(storage: ArchiveStorage, archive: AuditArchive): Promise<void> {
  let entries = 0
  for await (const _ of readArchive(storage, archive)) entries++
  if (entries !== archive.entries) throw new Error(`the archive has ${entries} entries`)
}
