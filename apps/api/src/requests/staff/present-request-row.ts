import type { RequestRow } from '@carpeta/contract/requests/staff-requests-schemas'
import type { WorkbenchRow } from './workbench-store.ts'

/** A row of the workbench. */
export function presentRequestRow(row: WorkbenchRow): RequestRow {
  return {
    id: row.id,
    state: row.state,
    procedure_title: row.procedureTitle,
    project: row.project,
    sale_code: row.saleCode,
    member: { id: row.memberId, name: row.memberName, social_security: row.memberRut ?? '' },
    assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assigneeName ?? '' },
    sent_at: row.sentAt,
    due_at: row.dueAt,
    is_overdue: row.isOverdue,
    has_reply: row.hasReply,
    closed_at: row.closedAt,
    version: row.version,
  }
}
