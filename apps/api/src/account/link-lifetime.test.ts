import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { AccountCalls, DEAD_LINK } from '../../test/users/account-calls.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { json } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'
import { inviteMembers } from '../users/invitations.ts'
import { findLink, useLink } from './account-store.ts'

const TOMAS = personas.tomas.rut
const ROSA = personas.rosa.rut

let portal: Portal
let account: AccountCalls
beforeEach(async () => {
  portal = await openPortal()
  account = await AccountCalls.open(portal)
})
afterEach(() => portal.close())

describe('a link', () => {
  test('answers the same when missing, malformed, unknown or expired (§7.15, §10.17, security 1.5)', async () => {
    const token = await account.restoreToken()
    await exec(portal.db, sql`update account_links set expires_at = now() where used_at is null`)
    for (const dead of ['', 'x', 'A'.repeat(43), '%00', token]) {
      expect(await account.check(dead)).toEqual(DEAD_LINK)
    }
    expect(await statusAndBody(account.visitor.get('/api/client/check/'))).toEqual(DEAD_LINK)
    expect(await statusAndBody(account.visitor.get('/api/client/check/?token=a&token=b'))).toEqual(
      DEAD_LINK,
    )
    expect(await account.setPassword(token)).toEqual(DEAD_LINK)
  })

  test.each([
    ['activate', '7 days'],
    ['restore', '1 hour'],
  ])('to %s lives %s (§10.18)', async (purpose, life) => {
    if (purpose === 'restore') await account.restoreToken()
    else await portal.sentEmails()
    const rows = await many<{ exact: boolean }>(
      portal.db,
      sql`select expires_at - created_at = ${life}::interval as exact
      from account_links where purpose = ${purpose}`,
    )
    expect(rows).toEqual([{ exact: true }])
  })

  test('is live in its last second and expired in the next (security 6.2)', async () => {
    const token = await account.restoreToken()
    // now() is constant within a transaction.
    await portal.db.transaction(async (tx) => {
      await exec(tx, sql`update account_links set expires_at = now() + interval '1 second'`)
      expect(await findLink(tx, token)).not.toBeNull()
      await exec(tx, sql`update account_links set expires_at = now()`)
      expect(await findLink(tx, token)).toBeNull()
      expect(await useLink(tx, token)).toBe(false)
    })
  })

  test('is not used up by repeated checks, nor by HEAD (§11.41, security 6.5)', async () => {
    const token = await account.restoreToken()
    for (let i = 0; i < 5; i++) expect((await account.check(token)).status).toBe(200)
    await portal.app.inject({ method: 'HEAD', url: `/api/client/check/?token=${token}` })
    expect((await account.setPassword(token)).status).toBe(200)
  })

  test('is not used up by a password that breaks a rule', async () => {
    const token = await account.restoreToken()
    expect(await account.setPassword(token, 'corta')).toEqual({
      status: 400,
      body: ['Al menos un número', 'Al menos un caracter especial', 'Mínimo 8 caracteres'],
    })
    expect((await account.setPassword(token)).status).toBe(200)
  })

  test('is used by exactly one of twenty concurrent attempts (§11.40, security 6.1)', async () => {
    const token = await account.restoreToken()
    const attempts = await Promise.all(
      Array.from({ length: 20 }, (_, i) => account.setPassword(token, `Quillay#44${i}x`)),
    )
    expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1)
    // Three passwords of an account are hashed at a time; others wait.
    const others = attempts.filter(({ status }) => status === 422 || status === 429)
    expect(others).toHaveLength(19)
    expect(await account.check(token)).toEqual(DEAD_LINK)
  })

  test('is stored as a hash, and its queued email is encrypted (§11.40, security 6.4)', async () => {
    await account.requestRestore()
    const token = await account.lastToken()
    await inviteMembers(portal.db, { rut: TOMAS })
    const rows = await many(
      portal.db,
      sql`select to_jsonb(l)::text as row from account_links l
      union all select payload::text from graphile_worker._private_jobs`,
    )
    expect(rows.length).toBeGreaterThan(2)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain('client/check')
  })

  test('does not reactivate a deactivated account (security 6.10)', async () => {
    const token = await account.lastToken()
    await exec(portal.db, sql`update users set is_active = false where rut = ${TOMAS}`)
    expect(await account.check(token)).toEqual(DEAD_LINK)
    expect(await account.setPassword(token)).toEqual(DEAD_LINK)
  })

  test('of a deleted account does not work (security 6.10)', async () => {
    const token = await account.restoreToken()
    await exec(portal.db, sql`update users set deleted_at = now() where rut = ${ROSA}`)
    expect(await account.check(token)).toEqual(DEAD_LINK)
  })

  test('leads to the configured host, whatever the request says', async () => {
    await account.visitor.post('/api/send-restore-password-ss/', {
      ...json({ social_security: ROSA }),
      headers: { 'content-type': 'application/json', 'x-forwarded-host': 'evil.example' },
    })
    const message = (await portal.sentEmails()).at(-1)
    expect(message?.text).toContain('http://localhost:8010/client/check?token=')
    expect(message?.html).not.toContain('evil')
  })
})
