import { secondFactorMessages } from '@carpeta/domain/access/second-factor-rules'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { onScreen, renderAt } from '../../testing/render-at.tsx'
import type { SecondFactor } from '../factors/calls.ts'
import { SecurityCards } from './security-card.tsx'

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

const none: SecondFactor = {
  is_required: false,
  passkeys: [],
  totp: null,
  recovery_codes_left: 0,
}

const phone = {
  id: 3,
  name: 'Mi teléfono',
  is_backed_up: true,
  created_at: '2026-11-18T12:00:00Z',
  last_used_at: '2026-11-20T12:00:00Z',
}
const key = {
  id: 4,
  name: 'Llave USB',
  is_backed_up: false,
  created_at: '2026-11-19T12:00:00Z',
  last_used_at: null,
}
const totp = { created_at: '2026-11-18T12:00:00Z', last_used_at: null }
const codes = Array.from({ length: 10 }, (_, index) => `${index}AAA-BBBB-CCCC`)

type Answers = Parameters<typeof fakeServer>[0]

function security(factor: SecondFactor | Response[], answers: Answers = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/auth/second-factor/': Array.isArray(factor) ? factor : json(200, factor),
    'GET /api/client/sessions/': json(200, { results: [] }),
    ...answers,
  })
  renderAt('/profile', <SecurityCards user={buildUser()} />)
  return server
}

const part = async (name: string) => within(await screen.findByRole('region', { name }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const inDialog = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }))

const isBefore = (first: Element, second: Element) =>
  Boolean(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING)

describe('what the account has', () => {
  test('nothing yet: why a second factor is worth it, and no recovery codes', async () => {
    security(none)
    await screen.findByText(/^Un segundo factor es algo que se pide además de la contraseña/)
    expect(screen.queryByRole('region', { name: 'Códigos de recuperación' })).toBeNull()
    expect((await part('Llaves de acceso')).queryAllByRole('listitem')).toHaveLength(0)
  })

  test('passkeys with their last use and their backup, a code application, recovery codes (§12.103)', async () => {
    security({ ...none, passkeys: [phone, key], totp, recovery_codes_left: 9 })
    const rows = (await part('Llaves de acceso')).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Mi teléfono.*Último uso 20-11-2026.*Con respaldo/),
      expect.stringMatching(/^Llave USB.*sin uso todavía.*Solo en ese equipo/),
    ])
    expect((await part('Aplicación de códigos')).getByText('Configurada')).toBeTruthy()
    const left = await part('Códigos de recuperación')
    expect(left.getByText(/Te quedan 9 de 10\./)).toBeTruthy()
    expect(left.queryByRole('status')).toBeNull()
  })

  test.each([
    [3, /Te quedan 3 de 10\./],
    [1, /Te queda 1\./],
    [0, /No te queda ninguno\./],
  ])('few codes, %i, are a warning (§12.103)', async (recovery_codes_left, sentence) => {
    security({ ...none, totp, recovery_codes_left })
    const left = await part('Códigos de recuperación')
    expect(left.getByText(sentence)).toBeTruthy()
    expect(left.getByRole('status').textContent).toContain('Crea códigos nuevos')
  })

  test('a failed load can be repeated', async () => {
    security([json(503, 'Servicio no disponible. Inténtalo más tarde.'), json(200, none)])
    await press('Reintentar')
    await screen.findByText(/^Un segundo factor/)
  })

  test('a browser without passkeys says so', async () => {
    security(none)
    const passkeys = await part('Llaves de acceso')
    expect(passkeys.getByText('Este navegador no puede usar llaves de acceso.')).toBeTruthy()
    expect(passkeys.queryByRole('button')).toBeNull()
  })
})

describe('a passkey', () => {
  test('gets another name, which cannot be empty', async () => {
    const { seen } = security(
      { ...none, passkeys: [phone] },
      {
        'PATCH /api/auth/passkeys/3/': json(200, { ...phone, name: 'Azul' }),
      },
    )
    await press('Cambiar nombre de Mi teléfono')
    const name = await screen.findByLabelText('Nombre de la llave de acceso')
    await userEvent.clear(name)
    await inDialog('Guardar')
    expect(await screen.findByText(secondFactorMessages.passkeyName.text)).toBeTruthy()
    await userEvent.type(name, ' Azul ')
    await inDialog('Guardar')
    await screen.findByText('Se cambió el nombre')
    const sent = seen.find(({ method }) => method === 'PATCH')
    expect(JSON.parse(String(sent?.body))).toMatchObject({ name: 'Azul' })
  })

  test('is removed after a question', async () => {
    security([json(200, { ...none, passkeys: [phone] }), json(200, none)], {
      'DELETE /api/auth/passkeys/3/': json(200, {}),
    })
    await press('Quitar Mi teléfono')
    await screen.findByRole('dialog', { name: '¿Quitar la llave de acceso Mi teléfono?' })
    await inDialog('Quitar')
    const passkeys = await part('Llaves de acceso')
    await passkeys.findByText('Se quitó la llave de acceso')
    expect(passkeys.queryAllByRole('listitem')).toHaveLength(0)
  })

  test('stays when the account needs a second factor and has no other', async () => {
    security(
      { ...none, is_required: true, passkeys: [phone] },
      {
        'DELETE /api/auth/passkeys/3/': json(409, secondFactorMessages.lastFactor),
      },
    )
    await press('Quitar Mi teléfono')
    await inDialog('Quitar')
    expect(await screen.findByText(secondFactorMessages.lastFactor.text)).toBeTruthy()
  })
})

describe('a code application', () => {
  const options = {
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Carpeta?secret=JBSWY3DPEHPK3PXP',
    qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
  }
  const start = { 'POST /api/auth/totp/options/': json(200, options) }

  async function open(answers: Answers) {
    const server = security([json(200, none), json(200, { ...none, totp })], {
      ...start,
      ...answers,
    })
    await press('Configurar una aplicación de códigos')
    return { ...server, code: await screen.findByLabelText<HTMLInputElement>('Código') }
  }

  test('on a computer shows its secret as a picture first, then as text', async () => {
    await open({})
    const picture = screen.getByRole<HTMLImageElement>('img', { name: /^Código QR/ })
    expect(decodeURIComponent(picture.src)).toBe(`data:image/svg+xml;utf8,${options.qr_svg}`)
    expect(isBefore(picture, screen.getByText('JBSW Y3DP EHPK 3PXP'))).toBe(true)
    expect(screen.queryByRole('link', { name: /^Abrir en mi aplicación/ })).toBeNull()
  })

  test('on a phone opens by a link, or takes the key, before the picture that it cannot scan (§12.1721)', async () => {
    onScreen('pointer: coarse')
    await open({})
    const link = screen.getByRole('link', { name: 'Abrir en mi aplicación de códigos' })
    expect(link.getAttribute('href')).toBe(options.uri)
    const key = screen.getByText('JBSW Y3DP EHPK 3PXP')
    const picture = screen.getByRole('img', { name: /^Código QR/ })
    expect([isBefore(link, key), isBefore(key, picture)]).toEqual([true, true])
  })

  test('is confirmed with a code; then the recovery codes are shown once (security 16.26)', async () => {
    const { code, calls } = await open({
      'POST /api/auth/totp/': json(201, { recovery_codes: codes }),
    })
    await userEvent.type(code, '123456{Enter}')
    const list = await screen.findByRole('list', { name: 'Códigos de recuperación' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((each) => each.textContent),
    ).toEqual(codes)
    // Escape does not close what cannot be shown again.
    await userEvent.keyboard('{Escape}')
    await inDialog('Ya los guardé')
    await screen.findByText('Se configuró la aplicación de códigos')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(JSON.parse(String(calls('/api/auth/totp/').at(-1)?.body))).toMatchObject({
      code: '123456',
    })
  })

  test('as a further factor brings no recovery codes', async () => {
    const { code } = await open({ 'POST /api/auth/totp/': json(201, { recovery_codes: [] }) })
    await userEvent.type(code, '123456{Enter}')
    await screen.findByText('Se configuró la aplicación de códigos')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each([
    ['a wrong code', json(400, { code: [secondFactorMessages.wrongCode] }), 'wrongCode'],
    ['an expired secret', json(422, secondFactorMessages.totpNotStarted), 'totpNotStarted'],
  ] as const)('says so after %s', async (_, answer, message) => {
    const { code } = await open({ 'POST /api/auth/totp/': answer })
    await userEvent.type(code, '000000{Enter}')
    expect(await screen.findByText(secondFactorMessages[message].text)).toBeTruthy()
  })

  test('a wrong code leaves the focus in its field', async () => {
    const refusal = json(400, { code: [secondFactorMessages.wrongCode] })
    const { code } = await open({ 'POST /api/auth/totp/': refusal })
    await userEvent.type(code, '000000')
    await press('Confirmar')
    await screen.findByText(secondFactorMessages.wrongCode.text)
    await waitFor(() => expect(document.activeElement).toBe(code))
  })
})

test('new recovery codes replace the former ones after a question', async () => {
  security(
    [
      json(200, { ...none, totp, recovery_codes_left: 2 }),
      json(200, { ...none, totp, recovery_codes_left: 10 }),
    ],
    { 'POST /api/auth/recovery-codes/': json(200, { recovery_codes: codes }) },
  )
  await press('Crear códigos nuevos')
  await screen.findByText('Los códigos que guardaste antes dejarán de servir.')
  await inDialog('Crear códigos nuevos')
  await screen.findByRole('list', { name: 'Códigos de recuperación' })
  await inDialog('Ya los guardé')
  await screen.findByText(/Te quedan 10 de 10\./)
})
