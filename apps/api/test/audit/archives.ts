import type { Month } from '@carpeta/domain/dates/months'
import {
  type ArchiveServices,
  archiveAuditLog,
} from '../../src/audit/archives/archive-audit-log.ts'
import type { AuditArchive } from '../../src/audit/archives/archives-store.ts'
import type { AuditEvent } from '../../src/audit/audit-event.ts'
import { recordAuditEvent } from '../../src/audit/record-audit-event.ts'
import { type Connection, connect } from '../../src/db/client.ts'
import { documentStorageAt } from '../../src/documents/document-storage.ts'
import { type AuditActor, operator } from '../../src/http/caller.ts'
import type { Portal } from '../open-portal.ts'

/** In Santiago. */
export const LONG_AGO = '2024-03-15 12:00'
export const ARCHIVED_MONTH = '2024-03' as Month

const event: AuditEvent = { action: 'load.applied', reason: 'carga de entonces' }

/**
 * Records an entry in a month that has its own partition, as in a portal that was upgraded before it.
 * @returns the next month
 */
export async function recordLongAgo(
  { pool, db }: Portal,
  entry: AuditEvent = event,
  actor: AuditActor = operator,
): Promise<Month> {
  const { rows } = await pool.query("select to_regclass('audit_months.y2024m03') as found")
  if (rows[0].found === null) {
    await pool.query(`begin;
      alter table audit_entries detach partition audit_months.earlier;
      set local session_replication_role = replica;
      create table audit_months.kept as select * from audit_months.earlier;
      delete from audit_months.earlier;
      alter table audit_entries attach partition audit_months.earlier
        for values from (minvalue) to ('2024-03-01 America/Santiago');
      create table audit_months.y2024m03 partition of audit_entries
        for values from ('2024-03-01 America/Santiago') to ('2024-04-01 America/Santiago');
      insert into audit_entries overriding system value select * from audit_months.kept;
      drop table audit_months.kept;
      commit`)
  }
  const at = `'${LONG_AGO} America/Santiago'`
  await pool.query(`alter table audit_entries alter at set default ${at}`)
  await recordAuditEvent(db, actor, entry)
  await pool.query('alter table audit_entries alter at set default clock_timestamp()')
  return '2024-04' as Month
}

export function archiveServices({ db, config }: Portal, owner: Connection): ArchiveServices {
  return {
    db,
    owner: owner.db,
    storage: documentStorageAt(config.documents),
    anchors: null,
    secretKeys: config.secretKeys,
    log: { info: () => {} },
  }
}

/** As the operator's command does it. */
export async function archiveForTest(portal: Portal, before: Month): Promise<AuditArchive[]> {
  const owner = connect(String(portal.pool.options.connectionString))
  try {
    return await archiveAuditLog(archiveServices(portal, owner), before)
  } finally {
    await owner.close()
  }
}
