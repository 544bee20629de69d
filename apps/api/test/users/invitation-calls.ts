import { type PersonaName, personas } from '../../seeds/personas.ts'
import type { Database } from '../../src/db/client.ts'
import { exec, sql } from '../../src/db/query.ts'
import { json, type Visitor } from '../visitor.ts'
import { userIdOf } from './user-id.ts'

export async function inviteMany(by: Visitor, body: object) {
  return (await by.post('/api/users/invite/', json(body))).body
}

export async function invitationOf(by: Visitor, name: PersonaName) {
  const { body } = await by.get(`/api/users/?social_security=${personas[name].rut}`)
  return body.results[0].invitation
}

/** @param invitedAt of those that were invited then alone */
export async function invitationProgress(by: Visitor, invitedAt?: string) {
  const query = invitedAt ? `?${new URLSearchParams({ invited_at: invitedAt })}` : ''
  return (await by.get(`/api/users/invitations/${query}`)).body
}

/** Removes their passwords, as an import leaves the accounts that it creates. */
export async function makeUninvited(db: Database, ...names: PersonaName[]): Promise<void> {
  const ruts = names.map((name) => personas[name].rut)
  await exec(db, sql`update users set password_hash = null where rut = any(${ruts})`)
}

export async function invite(db: Database, by: Visitor, name: PersonaName) {
  return by.post(`/api/users/${await userIdOf(db, name)}/invite/`, json({}))
}

export async function revoke(db: Database, by: Visitor, name: PersonaName) {
  return by.post(`/api/users/${await userIdOf(db, name)}/revoke/`, json({}))
}
