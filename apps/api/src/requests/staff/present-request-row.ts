import type { RequestRow } from '@carpeta/contract/requests'
import type { WorkbenchRow } from './workbench-store.ts'

/** A line of the workbench. */
export function presentRequestRow(row: WorkbenchRow): RequestRow {
  const { id, state, procedure_title, project, sale_code } = row
  const { sent_at, due_at, is_overdue, closed_at } = row
  return {
    id,
    state,
    procedure_title,
    project,
    sale_code,
    member: {
      id: row.member_id,
      name: row.member_name,
      social_security: row.member_rut ?? '',
    },
    assignee:
      row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name ?? '' },
    sent_at,
    due_at,
    is_overdue,
    closed_at,
  }
}
