import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import {
  AccountCalls,
  changePassword,
  DEAD_LINK,
  NEW_PASSWORD,
} from '../../test/users/account-calls.ts'
import { json } from '../../test/visitor.ts'
import { many, sql } from '../db/query.ts'

let portal: Portal
let account: AccountCalls
beforeEach(async () => {
  portal = await openPortal()
  account = await AccountCalls.open(portal)
})
afterEach(() => portal.close())

describe('a new password on every path (security 6.11)', () => {
  const refused: [string, string[]][] = [
    ['Abcde#1', ['Mínimo 8 caracteres']],
    [`Ab#1${'x'.repeat(37)}`, ['Máximo 40 caracteres']],
    ['98765432#', ['Al menos una letra']],
    ['Quillay#x', ['Al menos un número']],
    ['Quillay44', ['Al menos un caracter especial']],
    ['Password1!', ['La contraseña es demasiado común']],
    ['Clave#123', ['La contraseña es demasiado común']],
    [SAMPLE_PASSWORD, ['La contraseña es demasiado común']],
    ['V1st4-al-biobio9', ['La contraseña es demasiado común']],
    ['12345678-5a!', ['La contraseña no puede contener tus datos']],
    ['Sepulveda#77', ['La contraseña no puede contener tus datos']],
  ]
  test.each(refused)('«%s» is refused (security 6.13)', async (password, body) => {
    const token = await account.restoreToken()
    expect(await account.setPassword(token, password)).toEqual({ status: 400, body })
    const rosa = await portal.as('rosa')
    expect(await changePassword(rosa, SAMPLE_PASSWORD, password)).toEqual({ status: 400, body })
  })

  test('all 40 characters count: 41 do not log in (§10.20, security 6.12)', async () => {
    const forty = `Ñandú#1${'x'.repeat(33)}`
    await account.setPassword(await account.restoreToken(), forty)
    expect(await account.logsIn(personas.rosa.rut, `${forty}x`)).toBe(false)
    expect(await account.logsIn(personas.rosa.rut, forty)).toBe(true)
  })
})

describe('a change of password', () => {
  test('opens a new session for this browser and ends the others (§7.17, security 3.10)', async () => {
    const [here, there] = [await portal.as('rosa'), await portal.as('rosa')]
    const before = here.cookies.get('sessionid')
    expect(await changePassword(here, SAMPLE_PASSWORD)).toEqual({ status: 200, body: {} })
    expect(here.cookies.get('sessionid')).not.toBe(before)
    expect((await here.get('/api/auth/user/')).status).toBe(200)
    expect((await here.post('/api/auth/logout/')).status).toBe(200)
    expect((await there.get('/api/auth/user/')).status).toBe(401)
    expect((await portal.sentEmails()).at(-1)?.subject).toBe('Tu contraseña cambió')
  })

  test('needs the old password and ends earlier restore links (§11.42, security 6.3)', async () => {
    const token = await account.restoreToken()
    const rosa = await portal.as('rosa')
    expect(await changePassword(rosa, 'Otra#2026')).toEqual({
      status: 400,
      body: 'La contraseña actual no es correcta',
    })
    expect(await account.logsIn(personas.rosa.rut, SAMPLE_PASSWORD)).toBe(true)
    expect((await changePassword(rosa, SAMPLE_PASSWORD)).status).toBe(200)
    expect(await account.check(token)).toEqual(DEAD_LINK)
  })

  test('limits guesses of the old password (security 2.10)', async () => {
    const rosa = await portal.as('rosa')
    for (let i = 0; i < 10; i++) expect((await changePassword(rosa, `Otra#${i}`)).status).toBe(400)
    expect((await changePassword(rosa, SAMPLE_PASSWORD)).status).toBe(429)
  })

  test('needs a signed-in user', async () => {
    expect((await changePassword(account.visitor, SAMPLE_PASSWORD)).status).toBe(401)
  })
  test('stores the first 300 characters of the user agent in the session', async () => {
    const rosa = await portal.as('rosa')
    const passwords = { old_password: SAMPLE_PASSWORD, new_password: NEW_PASSWORD }
    const { payload, headers } = json(passwords)
    const long = { payload, headers: { ...headers, 'user-agent': 'x'.repeat(5000) } }
    expect((await rosa.post('/api/client/password/change/', long)).status).toBe(200)
    const rows = await many(portal.db, sql`select length(user_agent) as stored from sessions`)
    expect(rows).toEqual([{ stored: 300 }])
  })
})
