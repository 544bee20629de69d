import { buildInstalment, buildSale, day } from '@carpeta/domain/testing/build-sale'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildUser } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
import { DueCalendar } from './due-calendar.tsx'

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

const instalments = [buildInstalment({ dueOn: day('2126-12-05') })]
const sale = buildSale({ code: 'V-1', instalments })
const path = '/api/due-calendar/'
const token = { 'GET /api/auth/csrftoken/': json(200, { token: 'x' }) }
const none = { created_at: null, last_read_at: null }
const shared = { created_at: '2026-11-20T15:00:00Z', last_read_at: null }
const button = (name: string) => screen.findByRole('button', { name })

test('Rosa makes an address, sees it once, and stops sharing it (§12.1581)', async () => {
  fakeServer({
    ...token,
    [`GET ${path}`]: [json(200, none), json(200, shared), json(200, none)],
    [`POST ${path}`]: json(201, { key: 'K-3y_' }),
    [`DELETE ${path}`]: json(200, {}),
  })
  renderAt('/', <DueCalendar sale={sale} />)
  const user = userEvent.setup()
  await user.click(await button('Crear enlace para mi calendario'))
  const field = await screen.findByLabelText<HTMLInputElement>('Enlace de tu calendario')
  const address = `http://localhost:8010/api/due-calendar.ics?key=K-3y_`
  expect(field.value).toBe(address)
  const open = screen.getByRole('link', { name: 'Abrir en mi calendario' })
  expect(open.getAttribute('href')).toBe(address.replace('http:', 'webcal:'))
  const copy = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(await button('Copiar enlace'))
  expect(copy).toHaveBeenCalledWith(address)
  await user.click(await button('Dejar de compartir'))
  expect(await screen.findByText(/^Listo: el enlace ya no sirve\./)).toBeTruthy()
  expect(screen.queryByLabelText('Enlace de tu calendario')).toBeNull()
})

test('an address that she has is told without showing it, and can be replaced (§12.1581)', async () => {
  const read = { ...shared, last_read_at: '2026-11-21T15:00:00Z' }
  const { calls } = fakeServer({
    ...token,
    [`GET ${path}`]: json(200, read),
    [`POST ${path}`]: json(201, { key: 'other' }),
  })
  renderAt('/', <DueCalendar sale={sale} />)
  const told = await screen.findByText(/Creaste un enlace/)
  expect(told.textContent?.replaceAll('\u2011', '-')).toContain(
    'el 20-11-2026 12:00; un calendario lo leyó el 21-11-2026 12:00',
  )
  await userEvent.click(await button('Crear otro enlace'))
  const field = await screen.findByLabelText<HTMLInputElement>('Enlace de tu calendario')
  expect(field.value).toMatch(/\?key=other$/)
  expect(calls(path).filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a refusal is shown beside the button (§12.1581)', async () => {
  const refusal = 'Hiciste demasiados intentos. Espera un rato.'
  fakeServer({ ...token, [`GET ${path}`]: json(200, none), [`POST ${path}`]: json(429, refusal) })
  renderAt('/', <DueCalendar sale={sale} />)
  await userEvent.click(await button('Crear enlace para mi calendario'))
  expect((await screen.findByRole('alert')).textContent).toContain('Espera')
})

test.each([
  ['in a view as Rosa', { viewed_by: { id: 7, name: 'Carla Núñez' } }, sale],
  [
    'on the purchase of somebody else',
    {},
    { ...sale, shared: { kind: 'co_holder', lastDay: null } },
  ],
] as const)('%s there is the file alone (§12.1581, security 13.640)', async (_, user, of) => {
  storeUser({ ...buildUser(), ...user })
  const { seen } = fakeServer({ [`GET ${path}`]: json(200, none) })
  renderAt('/', <DueCalendar sale={of} />)
  expect(await button('Descargar vencimientos')).toBeTruthy()
  expect([seen, screen.queryByRole('button', { name: /enlace/ })]).toEqual([[], null])
})
