import type { StaffRequest } from '@carpeta/contract/requests'
import type { RequestRow } from '@carpeta/contract/staff-requests'
import { buildDocument } from './build-request.ts'

/** Rosa requests a transfer of rights; Mario reviews it. */
export function buildStaffRequest(overrides: Partial<StaffRequest> = {}): StaffRequest {
  return {
    id: 12,
    state: 'in_review',
    sale_code: 'V-1001',
    procedure: {
      id: 3,
      title: 'Cesión de derechos a un familiar',
      description: 'Para traspasar tu reserva.',
      documents: ['Cédula de identidad'],
    },
    comment: 'Es para mi hija.',
    sent_at: '2026-11-18T13:05:00Z',
    closed_at: null,
    answer: '',
    answer_files: [],
    documents: [buildDocument()],
    replaced_documents: [],
    events: [
      {
        id: 1,
        at: '2026-11-18T13:05:00Z',
        kind: 'sent',
        actor: 'Rosa Muñoz',
        text: '',
        helped: null,
      },
      {
        id: 2,
        at: '2026-11-18T14:00:00Z',
        kind: 'review',
        actor: 'Mario Fuentes',
        text: '',
        helped: null,
      },
    ],
    member: {
      id: 1,
      name: 'Rosa Muñoz Sepúlveda',
      social_security: '12345678-5',
      email: 'rosa@example.cl',
      gets_emails: true,
    },
    is_former_holder: false,
    project: 'Altos del Biobío',
    assignee: null,
    due_at: '2026-11-23T14:00:00Z',
    is_overdue: false,
    can_reopen: false,
    can_extend: false,
    answer_by: null,
    filed_by: '',
    merged_into: null,
    merged: [],
    respond_until: null,
    can_respond: false,
    version: 4,
    ...overrides,
  }
}

/** A file of the answer that the member cannot see yet. */
export function buildAnswerFile(
  overrides: Partial<StaffRequest['answer_files'][number]> = {},
): StaffRequest['answer_files'][number] {
  const file = buildDocument({ id: 40, name: 'contrato.pdf', position: null, title: '' })
  return { ...file, published_at: null, ...overrides }
}

export function buildRequestRow(overrides: Partial<RequestRow> = {}): RequestRow {
  const { id, state, project, sale_code, member, assignee, due_at, is_overdue, version } =
    buildStaffRequest()
  return {
    id,
    state,
    merged_into: null,
    procedure_title: 'Cesión de derechos a un familiar',
    project,
    sale_code,
    member: { id: member.id, name: member.name, social_security: member.social_security },
    assignee,
    sent_at: '2026-11-18T13:05:00Z',
    due_at,
    is_overdue,
    has_reply: false,
    closed_at: null,
    version,
    excerpt: 'Quisiera traspasar mi reserva a mi hija.',
    ...overrides,
  }
}
