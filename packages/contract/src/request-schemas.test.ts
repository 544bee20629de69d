import { expect, test } from 'vitest'
import { requestSchema, uploadFields } from './requests.ts'

const member = {
  id: 12,
  state: 'sent',
  sale_code: 'V-1001',
  procedure: { id: 3, title: 'Copia', description: '', documents: [] },
  comment: 'La promesa',
  sent_at: '2026-11-18T13:05:00Z',
  closed_at: null,
  answer: '',
  answer_files: [],
  documents: [],
  events: [],
  filed_by: '',
  merged_into: null,
  merged: [],
  answer_by: '2026-11-25',
  respond_until: null,
  can_respond: false,
}
const staff = {
  ...member,
  replaced_documents: [],
  member: {
    id: 1,
    name: 'Rosa',
    social_security: '12345678-5',
    email: 'rosa@correo.example',
    gets_emails: true,
  },
  project: 'Altos de Tumbes',
  assignee: null,
  due_at: null,
  is_overdue: false,
  is_former_holder: false,
  can_reopen: false,
  can_extend: false,
  version: 4,
}

test('a request has a schema for its member and one for staff', () => {
  expect(requestSchema.parse(member)).toEqual(member)
  expect(requestSchema.parse(staff)).toEqual(staff)
})

test.each(Object.keys(staff).filter((field) => !(field in member)))(
  'a staff answer without %s does not pass for a member’s',
  (field) => {
    const { [field as keyof typeof staff]: _missing, ...rest } = staff
    expect(requestSchema.safeParse(rest).success).toBe(false)
  },
)

test('a document’s position is a number from 0, or missing', () => {
  const positionOf = (position: unknown) => uploadFields.safeParse({ request_id: '7', position })
  expect(positionOf('2').data).toEqual({ request_id: 7, position: 2 })
  for (const missing of ['', undefined]) {
    expect(positionOf(missing).data?.position).toBeUndefined()
  }
  for (const invalid of [' ', '-1', '1.5', '0x1', 'a', true, [0]]) {
    expect([invalid, positionOf(invalid).success]).toEqual([invalid, false])
  }
})
