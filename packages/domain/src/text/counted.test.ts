import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('one is singular, none and several are plural', () => {
  expect([0, 1, 2, 1234].map((count) => counted(count, 'venta mala', 'ventas malas'))).toEqual([
    '0 ventas malas',
    '1 venta mala',
    '2 ventas malas',
    '1.234 ventas malas',
  ])
})
