import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser, plain } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { reconnect } from '../../testing/reconnect.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Component as Screen } from './profile-screen.tsx'

const here = {
  id: 1,
  device: 'Chrome en Android',
  place: 'Chile',
  started_at: '2026-11-20T08:58:00Z',
  last_used_at: '2026-11-20T09:00:00Z',
  is_current: true,
}
const elsewhere = {
  id: 2,
  device: 'Firefox en Windows',
  place: 'Lugar desconocido',
  started_at: '2026-11-19T11:05:00Z',
  last_used_at: '2026-11-19T12:30:00Z',
  is_current: false,
}

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

const END = 'Cerrar las otras sesiones'

type Answers = Parameters<typeof fakeServer>[0]

function profileWith(
  sessions: Response[],
  end = json(200, {}),
  more: Answers = {},
  address = '/profile',
) {
  const server = fakeServer({
    'GET /api/auth/user/': json(200, buildUser()),
    'GET /api/auth/second-factor/': json(200, {
      is_required: false,
      passkeys: [],
      totp: null,
      recovery_codes_left: 0,
    }),
    'GET /api/client/preferences/': json(200, { request_letters: true }),
    'GET /api/client/rights/': json(200, { results: [] }),
    'GET /api/sale-accesses/': json(200, { results: [] }),
    'GET /api/sales-data/': json(200, []),
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/client/sessions/': sessions,
    'POST /api/client/sessions/end-others/': end,
    ...more,
  })
  renderAt(address, <Screen />)
  return server
}

const listing = (...results: unknown[]) => json(200, { results })

test('the user’s data, and the links to other pages (§2.83)', () => {
  profileWith([listing(here)])
  const card = within(screen.getByRole('region', { name: 'Tus datos' }))
  expect(card.getByText('Rosa Muñoz')).toBeTruthy()
  expect(card.getByText('rosa@example.cl')).toBeTruthy()
  expect(card.getByText('Rut 12.345.678-5')).toBeTruthy()
  const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(target('Cambiar contraseña')).toBe('/change-password')
  expect(target('Volver')).toBe('/dashboard')
  expect(target('Ver quién vio mis datos')).toBe('/accesses')
})

const summaries = () =>
  Object.fromEntries(
    [...document.querySelectorAll('summary')]
      .filter((summary) => summary.querySelector('h2'))
      .map((summary) => [
        summary.querySelector('h2')?.textContent,
        summary.querySelector('span')?.textContent,
      ]),
  )

test('each folded part of Rosa’s profile tells its state (§12.1722)', async () => {
  profileWith([listing(here, elsewhere, { ...elsewhere, id: 3 })], undefined, {
    'GET /api/client/preferences/': json(200, { deed_emails: false, payment_emails: false }),
    'GET /api/sale-accesses/': json(200, { results: [{ code: 'V-1', kinds: [], accesses: [] }] }),
  })
  await waitFor(() =>
    expect(summaries()).toMatchObject({
      'Mi cuenta': 'Tu nombre y tu correo',
      Seguridad: 'Llave de acceso: ninguna',
      'Sesiones abiertas': '3 sesiones',
      Correos: 'Recibes 3 de 5, y los de seguridad',
      'Quién ve mi compra': 'Solo tú',
      'Mis datos': 'Descárgalos, o pide corregirlos o borrarlos',
    }),
  )
})

test('a part that cannot be loaded says so while it is folded (§12.1722)', async () => {
  profileWith([json(503, 'Servicio no disponible')])
  await waitFor(() =>
    expect(summaries()).toMatchObject({ 'Sesiones abiertas': 'No se pudo cargar' }),
  )
})

test.each([
  ['quien-ve', 'Quién ve mi compra'],
  ['mis-datos', 'Mis datos'],
  ['sesiones', 'Sesiones abiertas'],
])('the address /profile#%s opens and focuses that part alone (§12.1723)', async (hash, title) => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  profileWith([listing(here)], undefined, {}, `/profile#${hash}`)
  await screen.findByText('Esta sesión')
  const part = screen.getByRole('region', { name: title })
  const open = [...document.querySelectorAll('details')].filter((each) => each.open)
  expect(open).toEqual([part.querySelector('details')])
  expect(document.activeElement).toBe(part.querySelector('summary'))
  expect(scroll).toHaveBeenCalledOnce()
})

test('a browser that cannot store the statement has no switch for it (§12.481)', async () => {
  profileWith([listing(here)])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Sin conexión' })).toBeNull())
})

describe('the open sessions', () => {
  test('show device, place, last use in Santiago, and the current one', async () => {
    profileWith([listing(here, elsewhere)])
    const rows = await screen.findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Chrome en Android · ChileIngresó el 20-11-2026 05:58Último uso el 20-11-2026 06:00Esta sesión',
      'Firefox en Windows · Lugar desconocidoIngresó el 19-11-2026 08:05Último uso el 19-11-2026 09:30Cerrar',
    ])
  })

  test('of one device’s name are told apart by number, login and last use, also in the question (§12.1937, §12.2142)', async () => {
    const alike = { ...elsewhere, device: here.device }
    profileWith([listing(here, alike)])
    const rows = await screen.findAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      'Chrome en Android (1) · ChileIngresó el 20-11-2026 05:58Último uso el 20-11-2026 06:00Esta sesión',
      'Chrome en Android (2) · Lugar desconocidoIngresó el 19-11-2026 08:05Último uso el 19-11-2026 09:30Cerrar',
    ])
    await userEvent.click(
      screen.getByRole('button', { name: 'Cerrar la sesión en Chrome en Android (2)' }),
    )
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'Chrome en Android (2) · Lugar desconocidoIngresó el 19-11-2026 08:05Último uso el 19-11-2026 09:30',
    )
  })

  test('are in pages; the others can be closed from each (§12.109)', async () => {
    const { calls } = profileWith([
      json(200, { results: [here], current: 1, lastPage: 2 }),
      json(200, { results: [{ ...elsewhere, device: 'Safari en Mac' }], current: 2, lastPage: 2 }),
    ])
    const pages = within(
      await screen.findByRole('navigation', { name: 'Páginas de Sesiones abiertas' }),
    )
    expect(screen.getByRole('button', { name: END })).toBeTruthy()
    await userEvent.click(pages.getByRole('button', { name: 'Siguiente' }))
    expect(await screen.findByText(/Safari en Mac/)).toBeTruthy()
    expect(calls('/sessions/?page=2&')).toHaveLength(1)
    expect(screen.getByRole('button', { name: END })).toBeTruthy()
  })

  test('have nothing to close when there is only one', async () => {
    profileWith([listing(here)])
    await screen.findByText('Esta sesión')
    expect(screen.queryByRole('button', { name: END })).toBeNull()
  })

  test('are closed after a confirmation, and the list is read again', async () => {
    const { calls } = profileWith([listing(here, elsewhere), listing(here)])
    await userEvent.click(await screen.findByRole('button', { name: END }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(calls('/end-others/')).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar sesiones' }))
    expect(await screen.findByText('Se cerraron las otras sesiones')).toBeTruthy()
    expect(calls('/end-others/')).toHaveLength(1)
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: END })).toBeNull()
  })

  test('are ended one by one after a question', async () => {
    const { calls } = profileWith([listing(here, elsewhere), listing(here)], undefined, {
      'DELETE /api/client/sessions/2/': json(200, {}),
    })
    await userEvent.click(
      await screen.findByRole('button', { name: 'Cerrar la sesión en Firefox en Windows' }),
    )
    const dialog = within(await screen.findByRole('dialog', { name: '¿Cerrar esta sesión?' }))
    expect(calls('/sessions/2/')).toHaveLength(0)
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar sesión' }))
    expect(await screen.findByText('Se cerró la sesión en Firefox en Windows')).toBeTruthy()
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  })

  test('stay as they are on Cancelar', async () => {
    const { calls } = profileWith([listing(here, elsewhere)])
    await userEvent.click(await screen.findByRole('button', { name: END }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls('/end-others/')).toHaveLength(0)
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
  })

  test('that could not be closed show why', async () => {
    profileWith([listing(here, elsewhere)], json(503, 'Servicio no disponible'))
    await userEvent.click(await screen.findByRole('button', { name: END }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cerrar sesiones' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Servicio no disponible')
    expect(screen.queryByText('Se cerraron las otras sesiones')).toBeNull()
  })

  test('stay when they cannot be read again', async () => {
    profileWith([listing(here), json(503, 'Servicio no disponible')])
    await screen.findByText('Esta sesión')
    reconnect()
    expect(await screen.findByText('Servicio no disponible')).toBeTruthy()
    expect(screen.getByText('Esta sesión')).toBeTruthy()
  })

  test('that cannot be read can be retried', async () => {
    profileWith([json(503, 'Servicio no disponible'), listing(here)])
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('Esta sesión')).toBeTruthy()
  })
})

test('an ended session is told once, not by every card (§12.305)', async () => {
  const ended = () => json(401, { detail: 'x' })
  profileWith([ended()], undefined, {
    'GET /api/auth/second-factor/': ended(),
    'GET /api/client/preferences/': ended(),
    'GET /api/client/rights/': ended(),
    'GET /api/sale-accesses/': ended(),
  })
  expect(await screen.findByText(/Tu sesión ha terminado/)).toBeTruthy()
  await waitFor(() => expect(screen.queryAllByText('Cargando…')).toEqual([]))
  expect(screen.getAllByText(/Tu sesión ha terminado/)).toHaveLength(1)
})

describe('the emails', () => {
  const PATCH = 'PATCH /api/client/preferences/'
  const emailSwitch = () =>
    screen.getByRole<HTMLInputElement>('switch', { name: 'Recibir correos sobre mis trámites' })

  test('about procedures can be turned off; those about security always come (§12.12)', async () => {
    const { calls } = profileWith([listing(here)], undefined, {
      [PATCH]: json(200, { request_letters: false }),
    })
    await waitFor(() => expect(emailSwitch().disabled).toBe(false))
    expect(emailSwitch().checked).toBe(true)
    expect(screen.getByText(/sobre la seguridad de tu cuenta llegan siempre/)).toBeTruthy()
    await userEvent.click(emailSwitch())
    expect(document.activeElement).toBe(emailSwitch())
    await waitFor(() => expect(emailSwitch().getAttribute('aria-disabled')).toBe('false'))
    expect(emailSwitch().checked).toBe(false)
    const saved = calls('/preferences/').find(({ method }) => method === 'PATCH')
    expect(JSON.parse(String(saved?.body))).toMatchObject({ request_letters: false })
  })

  test('that remind of an instalment come as many days before as Rosa chooses, once she wants them (§12.1451)', async () => {
    const { calls } = profileWith([listing(here)], undefined, {
      [PATCH]: [json(200, { due_days: 14 }), json(200, { due_days: 14, due_emails: false })],
    })
    const when = await screen.findByLabelText<HTMLSelectElement>('Cuándo te recordamos una cuota')
    expect([when.value, when.textContent]).toEqual([
      '5',
      '3 días antes5 días antes7 días antes14 días antes',
    ])
    await userEvent.selectOptions(when, '14 días antes')
    await waitFor(() => expect(when.getAttribute('aria-disabled')).toBe('false'))
    expect(when.value).toBe('14')
    const saved = calls('/preferences/').find(({ method }) => method === 'PATCH')
    expect(JSON.parse(String(saved?.body))).toMatchObject({ due_days: 14 })
    await userEvent.click(screen.getByRole('switch', { name: 'Recibir correos sobre mis cuotas' }))
    await waitFor(() => expect(when.isConnected).toBe(false))
  })

  test('of announcements are a choice of their own (§12.198)', async () => {
    const { calls } = profileWith([listing(here)], undefined, {
      [PATCH]: json(200, { request_letters: true, announcement_emails: false }),
    })
    const name = 'Recibir los avisos por correo'
    const announcements = () => screen.getByRole<HTMLInputElement>('switch', { name })
    await waitFor(() => expect(announcements().disabled).toBe(false))
    await userEvent.click(announcements())
    await waitFor(() => expect(announcements().getAttribute('aria-disabled')).toBe('false'))
    expect(announcements().checked).toBe(false)
    expect(emailSwitch().checked).toBe(true)
    const saved = calls('/preferences/').find(({ method }) => method === 'PATCH')
    expect(JSON.parse(String(saved?.body))).toMatchObject({ announcement_emails: false })
    expect(JSON.parse(String(saved?.body))).not.toHaveProperty('request_letters')
  })

  test('stay as they were when the change could not be saved', async () => {
    profileWith([listing(here)], undefined, { [PATCH]: json(503, 'Servicio no disponible') })
    await waitFor(() => expect(emailSwitch().disabled).toBe(false))
    await userEvent.click(emailSwitch())
    expect((await screen.findByRole('alert')).textContent).toBe('Servicio no disponible')
    expect(emailSwitch().checked).toBe(true)
  })
})

const headings = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
    // What the device can do.
    .filter((title) => title !== 'Sin conexión')

test('calls that the API does not have leave out their cards (§12.703)', async () => {
  const { seen } = fakeServer({ 'GET /api/auth/user/': json(200, buildUser()) })
  renderAt('/profile', <Screen />)
  expect(await screen.findByLabelText('Nombre')).toBeTruthy()
  await waitFor(() => expect(headings()).toEqual(['Mi cuenta', 'Mis datos', 'Quién vio mis datos']))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByText('Tus derechos')).toBeNull()
  expect(seen.length).toBeGreaterThan(5)
})

test('with an API of the specification alone the profile has what it can change (§12.702)', async () => {
  const user = plain(buildUser())
  storeUser(user)
  const { seen } = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/auth/user/': json(200, user),
    'PATCH /api/users/1/': json(200, { ...user, email: 'otra@example.cl' }),
  })
  renderAt('/profile', <Screen />)
  const email = await screen.findByLabelText('Correo')
  expect(headings()).toEqual(['Mi cuenta'])
  await userEvent.clear(email)
  await userEvent.type(email, 'otra@example.cl')
  await userEvent.type(screen.getByLabelText('Contraseña actual'), 'Carpeta#2026')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Tus datos se han guardado.')).toBeTruthy()
  const asked = seen.map(({ method, url }) => `${method} ${new URL(url).pathname}`)
  expect(asked.filter((call) => !call.includes('csrftoken'))).toEqual([
    'GET /api/auth/user/',
    'PATCH /api/users/1/',
  ])
})
