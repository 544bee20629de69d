import { environmentDefaults } from '@carpeta/contract/default-environments'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildStaff, buildUser } from '../testing/build-user.ts'
import { buildWireSale } from '../testing/build-wire-sale.ts'
import { fakeServer, json } from '../testing/fake-server.ts'

const HOUR = 3_600_000
const API = 'https://api.example'
const SALES = '/api/sales-data/'
const table = () =>
  json(200, {
    [window.location.hostname]: { ...environmentDefaults('production'), api: API },
  })
const sales = () => json(200, [buildWireSale()])

beforeEach(() => window.history.replaceState(null, '', '/dashboard'))
afterEach(() => window.history.replaceState(null, '', '/'))

/** A page of its own that Rosa opens: its first script runs. */
async function openPage(user = buildUser(), lastAction = Date.now()) {
  localStorage.setItem('user', JSON.stringify(user))
  localStorage.setItem('last_action', String(lastAction))
  vi.resetModules()
  await import('../first.ts')
  const [{ salesQuery, onSalesAnswer }, { connectSession }, { queryClientOf }, stored, ending] =
    await Promise.all([
      import('./calls.ts'),
      import('../session/connect-session.ts'),
      import('../api/query-client.ts'),
      import('../session/stored-user.ts'),
      import('../session/end-session.ts'),
    ])
  connectSession()
  ending.setNavigate(() => {})
  const read = () => queryClientOf(stored.storedUser()).fetchQuery({ ...salesQuery, retry: false })
  return { read, onSalesAnswer, ...stored }
}

test('Rosa’s sales are asked for before her page is, once, as every call is sent (§12.1480)', async () => {
  const { seen, calls } = fakeServer({ 'GET /environments.json': table, [`GET ${SALES}`]: sales })
  const { read } = await openPage()
  await waitFor(() => expect(calls(SALES)).toHaveLength(1))
  expect(seen.at(-1)).toMatchObject({
    url: API + SALES,
    credentials: 'include',
    headers: { Accept: 'application/json', 'X-CSRFTOKEN': '' },
  })
  expect(await read()).toHaveLength(1)
  expect(calls(SALES)).toHaveLength(1)
})

test('the device’s copy gets the answer that was there before the page was (§12.1480)', async () => {
  fakeServer({ 'GET /environments.json': table, [`GET ${SALES}`]: sales })
  const { read, onSalesAnswer } = await openPage()
  await read()
  const heard = vi.fn()
  onSalesAnswer(heard)
  expect(heard).toHaveBeenCalledOnce()
})

test('who logged in meanwhile in another tab sees own sales alone, and the copy of another person’s device gets none (security 3.560)', async () => {
  const { calls } = fakeServer({
    'GET /environments.json': table,
    [`GET ${SALES}`]: [json(200, [buildWireSale(), buildWireSale()]), sales()],
  })
  const { read, onSalesAnswer, storeUser } = await openPage()
  await waitFor(() => expect(calls(SALES)).toHaveLength(1))
  storeUser(buildUser({ id: 2, first_name: 'Hernán' }))
  expect(await read()).toHaveLength(1)
  expect(calls(SALES)).toHaveLength(2)
  storeUser(buildUser({ id: 3, first_name: 'Pía' }))
  const heard = vi.fn()
  onSalesAnswer(heard)
  expect(heard).not.toHaveBeenCalled()
})

test('an early call that fails is made again; one that is refused is not (§12.1480)', async () => {
  const lost = new TypeError('Failed to fetch')
  const failing = fakeServer({
    'GET /environments.json': table,
    [`GET ${SALES}`]: [lost, sales()],
  })
  expect(await (await openPage()).read()).toHaveLength(1)
  expect(failing.calls(SALES)).toHaveLength(2)

  const ended = fakeServer({
    'GET /environments.json': table,
    [`GET ${SALES}`]: json(401, { detail: 'x' }),
  })
  await expect((await openPage()).read()).rejects.toMatchObject({ status: 401 })
  expect(ended.calls(SALES)).toHaveLength(1)
})

test('nothing is asked for early on another page, without a member, before a pending step or after the limit of inactivity (security 3.560)', async () => {
  const server = { 'GET /environments.json': table, [`GET ${SALES}`]: sales }
  for (const [path, user, lastAction] of [
    ['/profile', buildUser(), Date.now()],
    ['/dashboard', buildStaff(), Date.now()],
    ['/dashboard', buildUser({ must_change_password: true }), Date.now()],
    ['/dashboard', buildUser(), Date.now() - HOUR - 1000],
  ] as const) {
    window.history.replaceState(null, '', path)
    const { calls } = fakeServer(server)
    await openPage(user, lastAction)
    // What an early call would have waited for.
    const { environment } = await import('../environment/environment.ts')
    await environment()
    await Promise.resolve()
    expect(calls(SALES), path).toHaveLength(0)
  }
})
