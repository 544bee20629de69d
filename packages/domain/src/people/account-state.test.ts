import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountState, accountStateNames } from './account-state.ts'

test.each([
  [
    'Tomás, not invited yet',
    { isActive: true, isActivated: false, isInvited: false },
    'Sin invitar',
  ],
  ['Tomás, invited', { isActive: true, isActivated: false, isInvited: true }, 'Invitado'],
  [
    'Rosa, who chose a password',
    { isActive: true, isActivated: true, isInvited: true },
    'Activado',
  ],
  [
    'Rosa, deactivated by staff',
    { isActive: false, isActivated: true, isInvited: true },
    'Desactivado por la cooperativa',
  ],
])('%s', (_, account, name) => {
  expect(accountStateNames[accountState(account)]).toBe(name)
})

test('an account is deactivated exactly when staff deactivated it (§12.394)', () => {
  const account = fc.record({
    isActive: fc.boolean(),
    isActivated: fc.boolean(),
    isInvited: fc.boolean(),
  })
  fc.assert(
    fc.property(account, (any) => {
      expect(accountState(any) === 'inactive').toBe(!any.isActive)
    }),
  )
})
