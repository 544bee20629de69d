import { noConnectionAdvice } from '@carpeta/domain/errors/error-messages'
import { useQuery } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answered } from '../../api/client.ts'
import { reportConnection } from '../../connection/connection.ts'
import { loadWhenConnected } from '../../connection/load-when-connected.ts'
import { connectSession } from '../../session/connect-session.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { ConnectionBar, Layout } from './layout.tsx'

const none = new TypeError('Failed to fetch')
const TOKEN = 'GET /api/auth/csrftoken/'
const SALES = 'GET /api/sales-data/'

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
  act(() => reportConnection(false))
})

function Part({ name }: { name: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [name],
    queryFn: () => answered('GET /api/sales-data/'),
    networkMode: 'always',
  })
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return <p>{data ? `Listo: ${name}` : 'Cargando…'}</p>
}

const page = (
  <>
    <ConnectionBar />
    <input aria-label="Comentarios" />
    <Part name="deuda" />
    <Part name="pagos" />
  </>
)

const notices = () => screen.queryAllByRole('alert').map((notice) => notice.textContent)

test('a page with several parts says it once, and loads them when the connection is back (§12.302)', async () => {
  fakeServer({
    [SALES]: [none, none, json(200, [])],
    [TOKEN]: [none, json(200, { token: 'tok' })],
  })
  renderAt('/dashboard', page)
  await waitFor(() =>
    expect(notices()).toEqual([`No hay conexión. ${noConnectionAdvice}Reintentar`]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await waitFor(() =>
    expect(notices()).toEqual([`No hay conexión. ${noConnectionAdvice}Reintentar`]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Listo: deuda')).toBeTruthy()
  expect(await screen.findByText('Listo: pagos')).toBeTruthy()
  expect(notices()).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('Ya hay conexión.')
})

test('it says that what was typed is kept, also what was typed before it was loaded (§12.303)', async () => {
  fakeServer({ [TOKEN]: none })
  renderAt(
    '/dashboard',
    <>
      <Layout menu={[]} />
      <input aria-label="Comentarios" />
    </>,
  )
  fireEvent.input(screen.getByLabelText('Comentarios'), { target: { value: 'Hola' } })
  act(() => reportConnection(true))
  await waitFor(() =>
    expect(notices()).toEqual(['No hay conexión. Lo que escribiste sigue en la página.Reintentar']),
  )
})

test('it says so when the connection was lost before it was loaded, and what still holds (§12.2336)', async () => {
  fakeServer({ [TOKEN]: none })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderAt('/dashboard', <ConnectionBar />)
  await waitFor(() =>
    expect(notices()).toEqual([`No hay conexión. ${noConnectionAdvice}Reintentar`]),
  )
})

test('a form says it beside itself instead of the page, and is sent again by its own button (§12.302)', async () => {
  const lost = await lostCall()
  fakeServer({ [SALES]: none, [TOKEN]: [none, json(200, { token: 'tok' })] })
  renderAt(
    '/dashboard',
    <>
      {page}
      <form>
        <FailureNotice error={lost} />
      </form>
    </>,
  )
  await waitFor(() => expect(notices()).toHaveLength(1))
  expect(screen.getByRole('alert').closest('form')).not.toBeNull()
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  act(() => reportConnection(false))
  expect(await screen.findByText('Ya hay conexión. Inténtalo de nuevo.')).toBeTruthy()
})

test('a script that cannot be fetched is fetched once the connection is back', async () => {
  fakeServer({ [SALES]: json(200, []), [TOKEN]: none })
  renderAt('/dashboard', page)
  await screen.findByText('Listo: pagos')
  const answers = [Promise.reject(none), Promise.resolve('la pantalla')]
  const loaded = loadWhenConnected(async () => answers.shift())
  await waitFor(() =>
    expect(notices()).toEqual([`No hay conexión. ${noConnectionAdvice}Reintentar`]),
  )
  act(() => reportConnection(false))
  await expect(loaded).resolves.toBe('la pantalla')
})

/** The error of a call without an answer. */
function lostCall(): Promise<unknown> {
  fakeServer({ [SALES]: none })
  return answered('GET /api/sales-data/').catch((error: unknown) => error)
}
