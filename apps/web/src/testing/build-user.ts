import type { SignedInUser, User } from '@carpeta/contract/auth'
import type { UserRow } from '@carpeta/contract/users'

/** Rosa Muñoz, a member. */
export function buildUser(overrides: Partial<SignedInUser> = {}): SignedInUser {
  return {
    id: 1,
    first_name: 'Rosa',
    last_name: 'Muñoz',
    email: 'rosa@example.cl',
    username: '12345678-5',
    is_active: true,
    is_superuser: false,
    permissions: [],
    group_ids: [],
    extended: true,
    profile: {
      id: 1,
      name: 'Socio',
      social_security: '12345678-5',
      is_client: true,
      updated_at: '2026-11-20T23:24:13Z',
    },
    deleted_at: null,
    ...overrides,
  }
}

/** Carla Neira, who manages users and is not a member. */
export function buildStaff(overrides: Partial<SignedInUser> = {}): SignedInUser {
  const user = buildUser()
  return {
    ...user,
    id: 6,
    first_name: 'Carla',
    permissions: ['users.manage_users'],
    profile: { ...user.profile, is_client: false },
    ...overrides,
  }
}

const extras = ['extended', 'deleted_at', 'account_state', 'groups', 'invitation']

/** As an API of the specification alone sends an account. */
export function plain<Account extends User>(account: Account): Account {
  const fields = Object.entries(account).filter(([name]) => !extras.includes(name))
  return Object.fromEntries(fields) as Account
}

/** A row of the users screen: Rosa, with an active account. */
export function buildUserRow(
  overrides: Partial<User> = {},
  invitation: Partial<UserRow['invitation']> = {},
): UserRow {
  const active = { state: 'active', invited_at: null, delivery: null, failure: '' } as const
  const state = { ...active, ...invitation }
  return {
    ...buildUser(overrides),
    account_state: state.state === 'no_email' ? 'not_invited' : state.state,
    groups: [],
    invitation: state,
  }
}
