import { expect, test } from 'vitest'
import { uploadFields } from './documents-schemas.ts'
import { requestSchema } from './member-requests-schemas.ts'

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
}
const staff = {
  ...member,
  replaced_documents: [],
  member: { id: 1, name: 'Rosa', social_security: '12345678-5', email: 'rosa@correo.example' },
  project: 'Altos de Tumbes',
  assignee: null,
  due_at: null,
  is_overdue: false,
  can_reopen: false,
  can_extend: false,
  version: 4,
}

test('a request is told to its member or to staff', () => {
  expect(requestSchema.parse(member)).toEqual(member)
  expect(requestSchema.parse(staff)).toEqual(staff)
})

test.each(Object.keys(staff).filter((field) => !(field in member)))(
  'to staff never without %s, as if it were a member’s',
  (field) => {
    const { [field as keyof typeof staff]: _missing, ...rest } = staff
    expect(requestSchema.safeParse(rest).success).toBe(false)
  },
)

test('a document’s place is a number from 0, or is not said', () => {
  const placeOf = (position: unknown) => uploadFields.safeParse({ request_id: '7', position })
  expect(placeOf('2').data).toEqual({ request_id: 7, position: 2 })
  for (const unsaid of ['', undefined]) expect(placeOf(unsaid).data?.position).toBeUndefined()
  for (const odd of [' ', '-1', '1.5', '0x1', 'a', true, [0]]) {
    expect([odd, placeOf(odd).success]).toEqual([odd, false])
  }
})
