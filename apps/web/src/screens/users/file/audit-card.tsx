import { auditActions, isAuditAction } from '@carpeta/domain/audit/audit-actions'
import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { Link } from 'react-router'
import type { MemberFile } from '../../../api/staff/member-file.ts'
import { UnbrokenDates } from '../../../ui/display/unbroken-dates.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import classes from './member-file.module.css'

type AuditEntry = NonNullable<MemberFile['audit']>[number]

const columns: Column<AuditEntry>[] = [
  { header: 'Fecha', cell: ({ at }) => <UnbrokenDates text={dateTimeInSantiago(at)} /> },
  { header: 'Quién', cell: ({ actor, address }) => actor?.name || actorless(address) },
  {
    header: 'Qué',
    cell: ({ action }) => (isAuditAction(action) ? auditActions[action] : action),
    onCard: 'title',
  },
  { header: 'Motivo', cell: ({ reason }) => reason || '-' },
]

/** A command run on the server has no IP address. */
function actorless(address: string): string {
  return address ? 'Sin sesión' : 'Un comando del servidor'
}

interface Props {
  entries: AuditEntry[]
  rut: string
}

/** The last entries about the person. */
export function AuditCard({ entries, rut }: Props) {
  return (
    <Card title="Bitácora">
      <DataTable
        caption="Bitácora"
        columns={columns}
        rows={entries}
        rowKey={({ id }) => id}
        empty="Todavía no hay anotaciones."
      />
      {rut && (
        <p className={classes.detail}>
          <Link to={`/activity?subject=${encodeURIComponent(rut)}`}>Ver toda su bitácora</Link>
        </p>
      )}
    </Card>
  )
}
