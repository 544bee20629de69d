import { pbkdf2Sync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { AccountCalls, DEAD_LINK, NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { statusAndBody } from '../../test/users/status-and-body.ts'
import { json } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'

const ROSA = personas.rosa.rut

let portal: Portal
let account: AccountCalls
beforeEach(async () => {
  portal = await openPortal()
  account = await AccountCalls.open(portal)
})
afterEach(() => portal.close())

describe('restore', () => {
  test('Rosa gets an email and chooses a new password, which ends the old one and her sessions (§3.17, security 6.9)', async () => {
    const rosa = await portal.as('rosa')
    const token = await account.restoreToken()
    expect(await account.check(token)).toEqual({
      status: 200,
      body: { can_restore_password: true, is_active: true },
    })
    expect(await account.setPassword(token)).toEqual({
      status: 200,
      body: { social_security: ROSA },
    })
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect(await account.logsIn(ROSA, SAMPLE_PASSWORD)).toBe(false)
    expect(await account.logsIn(ROSA, NEW_PASSWORD)).toBe(true)
    expect(await portal.sentEmails()).toContainEqual(
      expect.objectContaining({ to: personas.rosa.email, subject: 'Tu contraseña cambió' }),
    )
    expect(await account.check(token)).toEqual(DEAD_LINK)
  })

  test('a concurrent login with the old password fails (security 3.10)', async () => {
    // The slow hash keeps the login busy until the restore has finished.
    const token = await account.restoreToken()
    const key = pbkdf2Sync(SAMPLE_PASSWORD, 'saltsalt', 2_000_000, 32, 'sha256').toString('base64')
    const hash = `pbkdf2_sha256$2000000$saltsalt$${key}`
    await exec(portal.db, sql`update users set password_hash = ${hash} where rut = ${ROSA}`)
    const rosa = portal.visitor()
    const old = rosa.logIn(ROSA, SAMPLE_PASSWORD)
    await vi.waitFor(async () => {
      const rows = await many(portal.db, sql`select from login_attempts`)
      expect(rows).toHaveLength(1)
    }, 60_000)
    expect((await account.setPassword(token)).status).toBe(200)
    expect((await old).status).toBe(400)
    expect((await rosa.get('/api/auth/user/')).status).toBe(401)
    expect(await account.logsIn(ROSA, SAMPLE_PASSWORD)).toBe(false)
    expect(await account.logsIn(ROSA, NEW_PASSWORD)).toBe(true)
  })

  test('every rut gets the same answer, and only an active account gets an email (§7.12, §10.5, security 1.3)', async () => {
    await exec(portal.db, sql`update users set is_active = false where rut = ${personas.pia.rut}`)
    await exec(
      portal.db,
      sql`update users set deleted_at = now() where rut = ${personas.bruno.rut}`,
    )
    const before = (await portal.sentEmails()).length
    for (const rut of [ROSA, '1-9', personas.pia.rut, personas.bruno.rut, '12.345.678-5']) {
      const reply = account.requestRestore(rut)
      expect(await reply).toEqual({ status: 200, body: {} })
    }
    const emails = (await portal.sentEmails()).slice(before)
    expect(emails.map(({ to }) => to)).toEqual([personas.rosa.email, personas.rosa.email])
    const bad = account.requestRestore('1-1')
    expect(await bad).toEqual({ status: 400, body: ['Rut no válido'] })
  })

  test('an account gets three emails an hour, then silently none (§10.8, security 1.3, security 2.11)', async () => {
    const before = (await portal.sentEmails()).length
    for (let i = 0; i < 6; i++) {
      const reply = account.requestRestore()
      expect(await reply).toEqual({ status: 200, body: {} })
      await portal.sentEmails()
    }
    expect((await portal.sentEmails()).length - before).toBe(3)
  })

  test('Rosa’s newest three links work, so that the requests of somebody else do not end hers (security 6.28)', async () => {
    const own = await account.restoreToken()
    const others = [await account.restoreToken(), await account.restoreToken()]
    expect((await account.check(own)).status).toBe(200)
    expect((await account.setPassword(own)).status).toBe(200)
    for (const token of others) expect(await account.check(token)).toEqual(DEAD_LINK)
  })

  test('a fourth link ends the first (§11.42, security 6.28)', async () => {
    const first = await account.restoreToken()
    const others = [await account.restoreToken(), await account.restoreToken()]
    await exec(portal.db, sql`delete from rate_limits`)
    others.push(await account.restoreToken())
    expect(await account.check(first)).toEqual(DEAD_LINK)
    for (const token of others) expect((await account.check(token)).status).toBe(200)
  })

  test('restore-password accepts only restore links (§7.13)', async () => {
    const activation = await account.lastToken()
    const post = (code: string) =>
      statusAndBody(
        account.visitor.post('/api/restore-password/', json({ code, password: NEW_PASSWORD })),
      )
    expect(await post(activation)).toEqual(DEAD_LINK)
    expect(await post(await account.restoreToken())).toEqual({
      status: 200,
      body: { social_security: ROSA },
    })
  })

  test('a restore works while the rut is locked, and ends the lock (security 2.5)', async () => {
    for (let i = 0; i < 10; i++) await portal.visitor().logIn(ROSA, 'Otra#2026')
    expect((await portal.visitor().logIn(ROSA, SAMPLE_PASSWORD)).status).toBe(429)
    await account.setPassword(await account.restoreToken())
    expect(await account.logsIn(ROSA, NEW_PASSWORD)).toBe(true)
  })
})
