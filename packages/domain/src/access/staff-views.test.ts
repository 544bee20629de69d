import { expect, test } from 'vitest'
import { maySeeSales, searchableParts } from './staff-views.ts'

const staff = (...permissions: string[]) => ({ permissions })

test('figures of sales are for managers of accounts who see them elsewhere too', () => {
  expect(maySeeSales(staff('users.manage_users'))).toBe(false)
  expect(maySeeSales(staff('users.view_as_member'))).toBe(false)
  expect(maySeeSales(staff('users.manage_users', 'users.view_as_member'))).toBe(true)
})

test('each part is searched with its permission only', () => {
  expect(searchableParts(staff())).toEqual([])
  expect(searchableParts(staff('requests.answer_requests'))).toEqual(['requests'])
  expect(searchableParts(staff('users.manage_users', 'sales.import_sales'))).toEqual([
    'members',
    'sales',
  ])
})
