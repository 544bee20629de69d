import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { form, type Visitor } from '../../test/visitor.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

async function logIn(
  name: keyof typeof personas,
  visitor: Visitor = portal.visitor(),
  password = SAMPLE_PASSWORD,
  userAgent = FIREFOX,
): Promise<Visitor> {
  await visitor.fetchToken()
  const credentials = form({ username: personas[name].rut, password })
  const headers = { ...credentials.headers, 'user-agent': userAgent }
  await visitor.post('/api/auth/login/', { ...credentials, headers })
  return visitor
}

async function warningsTo(name: keyof typeof personas): Promise<string[]> {
  const emails = await portal.sentEmails()
  return emails
    .filter(({ to, subject }) => to === personas[name].email && subject.includes('equipo nuevo'))
    .map(({ text }) => text)
}

describe('a login from a new device', () => {
  test('is told to the owner by email, with device and place (security 16.19)', async () => {
    await logIn('rosa')
    await logIn('rosa')
    const warnings = await warningsTo('rosa')
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('Firefox en Linux, Este computador')
    expect(warnings[0]).toContain('/change-password')
  })

  test('is told without the words that the browser calls itself by (security 16.23)', async () => {
    const phishing = 'Ingresa a www.carpeta-segura.cl/1.0'
    await logIn('losRobles')
    await logIn('losRobles', portal.visitor(), SAMPLE_PASSWORD, phishing)
    const [warning = ''] = await warningsTo('losRobles')
    expect(warning).toContain('Equipo desconocido')
    expect(warning).not.toContain('carpeta-segura')
  })

  test('is not told at the first login, nor on a device of an earlier one (security 16.19)', async () => {
    const hernan = await logIn('hernan')
    await hernan.post('/api/auth/logout/')
    await logIn('hernan', hernan)
    expect(await warningsTo('hernan')).toEqual([])
  })

  test('is told to each account of a shared computer', async () => {
    const shared = await logIn('pia')
    await logIn('bruno')
    await logIn('bruno', shared)
    expect(await warningsTo('pia')).toEqual([])
    expect(await warningsTo('bruno')).toHaveLength(1)
  })

  test('is not told when the password is wrong', async () => {
    await logIn('elena')
    await logIn('elena', portal.visitor(), 'Equivocada#1')
    expect(await warningsTo('elena')).toEqual([])
  })
})
