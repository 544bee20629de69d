import { reauthenticationMessages } from '@carpeta/domain/access/reauthentication-rules'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionIsLost, reportConnection } from '../connection/connection.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { withResolvers } from '../testing/with-resolvers.ts'
import { ApiError, isNotAllowed } from './api-error.ts'
import { type Connection, call, connectApi, fetchCsrfToken } from './client.ts'

const anything = 'GET /api/x/' as 'GET /api/sales-data/'
const unknownError = 'Ocurrió un error ...'

let connection: { [Key in keyof Connection]: ReturnType<typeof vi.fn<Connection[Key]>> }

beforeEach(() => {
  connection = {
    base: vi.fn(async () => 'https://api.example'),
    hasMoreCalls: vi.fn(() => true),
    hasUser: vi.fn(() => false),
    isExpired: vi.fn(async () => false),
    onExpired: vi.fn(async () => {}),
    onSuccess: vi.fn(() => {}),
    reauthenticate: vi.fn(async () => false),
    logInAgain: vi.fn(async () => false),
    onForbidden: vi.fn(() => {}),
  }
  connectApi(connection)
})

function setCookie(token: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in jsdom.
  document.cookie = `csrftoken=${token}`
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
  throw new Error('The call succeeded')
}

describe('every call', () => {
  test('goes to the API of the environment with credentials and the CSRF header (§7.1, §7.2)', async () => {
    setCookie('from-cookie')
    const { seen } = fakeServer({ 'GET /api/sales-data/': json(200, []) })
    await call('GET /api/sales-data/')
    expect(seen[0]).toMatchObject({
      url: 'https://api.example/api/sales-data/',
      credentials: 'include',
      headers: { 'X-CSRFTOKEN': 'from-cookie' },
    })
  })

  test('reads the cookie again, since the server changes it at every login (security 4.13)', async () => {
    const { seen } = fakeServer({ 'GET /api/sales-data/': json(200, []) })
    setCookie('first')
    await call('GET /api/sales-data/')
    setCookie('second')
    await call('GET /api/sales-data/')
    expect(seen.map(({ headers }) => headers['X-CSRFTOKEN'])).toEqual(['first', 'second'])
  })

  test('that succeeds counts as activity only while a user is logged in', async () => {
    fakeServer({ 'GET /api/sales-data/': json(200, []) })
    await call('GET /api/sales-data/')
    expect(connection.onSuccess).not.toHaveBeenCalled()
    connection.hasUser.mockReturnValue(true)
    await call('GET /api/sales-data/')
    expect(connection.onSuccess).toHaveBeenCalledOnce()
  })

  test('that the page makes by itself does not count as activity', async () => {
    connection.hasUser.mockReturnValue(true)
    fakeServer({ 'GET /api/auth/user/': json(200, {}) })
    await call('GET /api/auth/user/', { isQuiet: true })
    expect(connection.onSuccess).not.toHaveBeenCalled()
  })

  test('that fails does not count as activity', async () => {
    connection.hasUser.mockReturnValue(true)
    fakeServer({ 'GET /api/sales-data/': json(500, {}) })
    await failureOf(call('GET /api/sales-data/'))
    expect(connection.onSuccess).not.toHaveBeenCalled()
  })
})

describe('bodies', () => {
  test('in JSON contain the token as a field (§7.3)', async () => {
    setCookie('tok')
    const { seen } = fakeServer({ 'PATCH /api/users/7/': json(200, {}) })
    await call('PATCH /api/users/:id/', { params: { id: '7' }, body: { first_name: 'Ana' } })
    expect(JSON.parse(String(seen[0]?.body))).toEqual({
      first_name: 'Ana',
      csrfmiddlewaretoken: 'tok',
    })
    expect(seen[0]?.headers['Content-Type']).toBe('application/json')
  })

  test('of a form stay a form and contain it too (§7.4)', async () => {
    setCookie('tok')
    const { seen } = fakeServer({ 'POST /api/auth/login/': json(200, {}) })
    await call('POST /api/auth/login/', { form: { username: 'a' } })
    expect(seen[0]?.body).toBeInstanceOf(URLSearchParams)
    expect(String(seen[0]?.body)).toBe('username=a&csrfmiddlewaretoken=tok')
    expect(seen[0]?.headers).not.toHaveProperty('Content-Type')
  })
})

describe('the CSRF token', () => {
  test('is fetched before an unsafe call when no cookie can be read', async () => {
    const { seen } = fakeServer({
      'GET /api/auth/csrftoken/': json(200, { token: 'answered' }),
      'POST /api/auth/logout/': json(200, {}),
    })
    await call('POST /api/auth/logout/')
    expect(seen.map(({ method }) => method)).toEqual(['GET', 'POST'])
    expect(seen[1]?.headers['X-CSRFTOKEN']).toBe('answered')
  })

  test('is fetched once for calls that leave together, as on a slow network (§12.2040)', async () => {
    const { calls } = fakeServer({ 'GET /api/auth/csrftoken/': json(200, { token: 'answered' }) })
    await Promise.all([fetchCsrfToken(), fetchCsrfToken()])
    expect(calls('/api/auth/csrftoken/')).toHaveLength(1)
    await fetchCsrfToken()
    expect(calls('/api/auth/csrftoken/')).toHaveLength(2)
  })

  test('is renewed once after a CSRF failure, and the call is repeated (security 4.13)', async () => {
    setCookie('stale')
    const { seen } = fakeServer({
      'GET /api/auth/csrftoken/': () => {
        setCookie('fresh')
        return json(200, { token: 'fresh' })
      },
      'POST /api/auth/login/': [
        json(403, { detail: 'CSRF Failed: CSRF token missing.' }),
        json(200, { ok: true }),
      ],
    })
    const form = { username: 'a' }
    await expect(call('POST /api/auth/login/', { form })).resolves.toEqual({ ok: true })
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST'])
    expect(seen[2]?.headers['X-CSRFTOKEN']).toBe('fresh')
  })

  describe('of an API without error codes', () => {
    const plain = (status: number, body: unknown) => () =>
      new Response(JSON.stringify(body), { status })

    test.each([
      ['in detail', { detail: 'CSRF Failed: CSRF token missing.' }],
      ['as a text', 'CSRF verification failed.'],
      ['in a list', ['CSRF Failed: Origin checking failed']],
    ])('is renewed once after a failure that is told %s (§12.700)', async (_, refusal) => {
      setCookie('stale')
      const { seen, calls } = fakeServer({
        'GET /api/auth/csrftoken/': plain(200, { token: 'fresh' }),
        'POST /api/auth/logout/': [plain(403, refusal), plain(200, {})],
        'POST /api/request/create/': plain(403, refusal),
      })
      await expect(call('POST /api/auth/logout/')).resolves.toEqual({})
      expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST'])
      await failureOf(
        call('POST /api/request/create/', { body: { procedure_id: 1, sale_code: 'V-1' } }),
      )
      expect(calls('/api/request/create/')).toHaveLength(2)
    })

    test('is the fetched one where the cookie is of another host, until the cookie changes (§12.701)', async () => {
      setCookie('of-another-host')
      const { calls } = fakeServer({
        'GET /api/auth/csrftoken/': plain(200, { csrftoken: 'fetched' }),
        'POST /api/auth/logout/': [
          plain(403, { detail: 'CSRF Failed: CSRF token incorrect.' }),
          plain(200, {}),
        ],
      })
      await call('POST /api/auth/logout/')
      await call('POST /api/auth/logout/')
      setCookie('of-the-api')
      await call('POST /api/auth/logout/')
      const tokens = calls('/api/auth/logout/').map(({ headers }) => headers['X-CSRFTOKEN'])
      expect(tokens).toEqual(['of-another-host', 'fetched', 'fetched', 'of-the-api'])
    })

    test('is not renewed for another 403', async () => {
      setCookie('tok')
      const { seen } = fakeServer({
        'POST /api/auth/logout/': plain(403, { detail: 'Usted no tiene permiso.' }),
      })
      await failureOf(call('POST /api/auth/logout/'))
      expect(seen).toHaveLength(1)
    })
  })

  test('is not renewed a second time or for any other 403', async () => {
    setCookie('stale')
    const refused = json(403, { detail: 'CSRF Failed: CSRF token missing.' })
    const { calls } = fakeServer({
      'GET /api/auth/csrftoken/': json(200, { token: 'x' }),
      'POST /api/auth/logout/': refused,
      'POST /api/request/create/': json(403, { detail: 'Usted no tiene permiso' }),
    })
    expect((await failureOf(call('POST /api/auth/logout/'))).status).toBe(403)
    expect(calls('/api/auth/logout/')).toHaveLength(2)
    await failureOf(
      call('POST /api/request/create/', { body: { procedure_id: 1, sale_code: 'V-1' } }),
    )
    expect(calls('/api/request/create/')).toHaveLength(1)
  })
})

describe('the error catalogue', () => {
  test.each([
    [
      'the text of the server',
      422,
      'El link ya no está disponible',
      'El link ya no está disponible',
    ],
    ['the first of a list', 400, ['Mínimo 8 caracteres', 'otro'], 'Mínimo 8 caracteres'],
    ['nothing of a 500', 500, 'Traceback ...', unknownError],
    ['nothing as long as 500 characters', 400, 'x'.repeat(500), unknownError],
    ['nothing of an object', 400, { detail: 'no' }, unknownError],
    ['a word of its own for a bare 404', 404, { detail: 'x' }, 'No encontrado'],
  ])('shows %s', async (_, status, body, message) => {
    fakeServer({ 'GET /api/x/': json(status, body) })
    const failure = await failureOf(call(anything))
    expect(failure).toMatchObject({ status, body, message })
  })

  test('says that there is no connection when there is no answer (§8.1)', async () => {
    fakeServer({ 'GET /api/x/': new TypeError('Failed to fetch') })
    expect(await failureOf(call(anything))).toMatchObject({
      status: 0,
      message: 'No hay conexión.',
    })
  })

  test('does not count the connection as lost by a call that the API may not have (§12.703)', async () => {
    reportConnection(false)
    fakeServer({ 'GET /api/x/': new TypeError('Failed to fetch') })
    expect((await failureOf(call(anything, { isOptional: true }))).status).toBe(0)
    expect(connectionIsLost()).toBe(false)
    await failureOf(call(anything))
    expect(connectionIsLost()).toBe(true)
  })

  test('takes no late answer to an earlier call for a connection that is back (§12.302)', async () => {
    reportConnection(false)
    const late = withResolvers<Response>()
    fakeServer({
      'GET /api/x/': [() => late.promise, new TypeError('Failed to fetch'), json(200, {})],
    })
    const earlier = call(anything)
    await failureOf(call(anything))
    late.resolve(json(200, {}))
    await earlier
    expect(connectionIsLost()).toBe(true)
    await call(anything)
    expect(connectionIsLost()).toBe(false)
  })

  test('takes the HTML page of a proxy for no answer', async () => {
    fakeServer({ 'GET /api/x/': new Response('<html>Bad gateway</html>', { status: 502 }) })
    expect(await failureOf(call(anything))).toMatchObject({
      status: 0,
      message: 'No hay conexión.',
    })
  })

  test('treats a 200 that is not JSON as a failure (§7.5)', async () => {
    fakeServer({ 'GET /api/x/': new Response('<html></html>', { status: 200 }) })
    expect((await failureOf(call(anything))).message).toBe(unknownError)
  })

  test('resolves to null after a 401 without a user (§8.6)', async () => {
    fakeServer({ 'GET /api/auth/user/': json(401, { detail: 'x' }) })
    await expect(call('GET /api/auth/user/')).resolves.toBeNull()
  })

  test('throws a 401 while a user is logged in (§8.7)', async () => {
    connection.hasUser.mockReturnValue(true)
    fakeServer({ 'GET /api/auth/user/': json(401, { detail: 'x' }) })
    expect((await failureOf(call('GET /api/auth/user/'))).status).toBe(401)
  })
})

describe('a refusal', () => {
  const refused = (body: unknown) => fakeServer({ 'GET /api/requests/': json(403, body) })
  const lacks = { detail: 'Usted no tiene permiso para realizar esta acción.' }

  test('for a missing permission reloads the current user', async () => {
    connection.hasUser.mockReturnValue(true)
    refused(lacks)
    expect(isNotAllowed(await failureOf(call('GET /api/requests/')))).toBe(true)
    expect(connection.onForbidden).toHaveBeenCalledOnce()
  })

  test('with a message of its own is not a missing permission', async () => {
    refused('En modo "ver como socio" no se puede cambiar nada')
    expect(isNotAllowed(await failureOf(call('GET /api/requests/')))).toBe(false)
  })

  test('of the CSRF token does not reload the user', async () => {
    connection.hasUser.mockReturnValue(true)
    refused({ detail: 'CSRF Failed: CSRF token missing.' })
    expect(isNotAllowed(await failureOf(call('GET /api/requests/')))).toBe(false)
    expect(connection.onForbidden).not.toHaveBeenCalled()
  })

  test('without a logged-in user reloads nothing', async () => {
    refused(lacks)
    await failureOf(call('GET /api/requests/'))
    expect(connection.onForbidden).not.toHaveBeenCalled()
  })
})

describe('a call that needs a recent login', () => {
  const required = json(403, reauthenticationMessages.required)
  const body = { email: 'nueva@correo.example' }

  test('goes on by itself once the user has confirmed who they are', async () => {
    setCookie('tok')
    connection.hasUser.mockReturnValue(true)
    connection.reauthenticate.mockImplementation(async () => {
      setCookie('next')
      return true
    })
    const { seen } = fakeServer({ 'PATCH /api/users/1/': [required, json(200, { id: 1 })] })
    await expect(call('PATCH /api/users/:id/', { params: { id: '1' }, body })).resolves.toEqual({
      id: 1,
    })
    expect(seen.map(({ headers }) => headers['X-CSRFTOKEN'])).toEqual(['tok', 'next'])
    expect(connection.onForbidden).not.toHaveBeenCalled()
  })

  test('fails with the sentence of the server when the user cancels', async () => {
    setCookie('tok')
    const { seen } = fakeServer({ 'PATCH /api/users/1/': required })
    const failure = await failureOf(call('PATCH /api/users/:id/', { params: { id: '1' }, body }))
    expect(failure.message).toBe('Confirma tu contraseña para continuar')
    expect(seen).toHaveLength(1)
  })
})

describe('a call whose session has ended', () => {
  const ended = json(401, { detail: 'No ha ingresado' })
  const owed = () => call('GET /api/sales-data/')

  beforeEach(() => {
    connection.hasUser.mockReturnValue(true)
  })

  test('goes on by itself once Rosa has logged in again (§12.1726)', async () => {
    connection.logInAgain.mockResolvedValue(true)
    fakeServer({ 'GET /api/sales-data/': [ended, json(200, [])] })
    await expect(owed()).resolves.toEqual([])
  })

  test('fails when she does not, and when the new session is refused too (§12.1726)', async () => {
    fakeServer({ 'GET /api/sales-data/': ended })
    expect((await failureOf(owed())).status).toBe(401)
    connection.logInAgain.mockResolvedValue(true)
    expect((await failureOf(owed())).status).toBe(401)
    expect(connection.logInAgain).toHaveBeenCalledTimes(2)
  })

  test('is not the login itself, however it is refused', async () => {
    setCookie('tok')
    fakeServer({ 'POST /api/auth/login/': ended })
    const form = { username: '12.345.678-5', password: 'x' }
    await failureOf(call('POST /api/auth/login/', { form, evenIfExpired: true }))
    expect(connection.logInAgain).not.toHaveBeenCalled()
  })
})

describe('after the inactivity limit', () => {
  beforeEach(() => {
    connection.hasUser.mockReturnValue(true)
    connection.isExpired.mockResolvedValue(true)
  })

  test('a call forces the logout and resolves to null (§4.7, §8.8)', async () => {
    const { seen } = fakeServer({ 'GET /api/sales-data/': json(200, [1]) })
    await expect(call('GET /api/sales-data/')).resolves.toBeNull()
    expect(connection.onExpired).toHaveBeenCalledOnce()
    expect(seen).toHaveLength(0)
  })

  test('the logout itself is sent (§4.7)', async () => {
    setCookie('tok')
    const { seen } = fakeServer({ 'POST /api/auth/logout/': json(200, {}) })
    await call('POST /api/auth/logout/', { evenIfExpired: true })
    expect(connection.onExpired).not.toHaveBeenCalled()
    expect(seen).toHaveLength(1)
  })

  test('a call without a user forces no logout', async () => {
    connection.hasUser.mockReturnValue(false)
    fakeServer({ 'GET /api/x/': json(200, 1) })
    await expect(call(anything)).resolves.toBe(1)
  })
})
