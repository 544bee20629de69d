import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, StaticRouter } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { lastAction, storedUser, storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Mantine } from '../../ui/mantine.tsx'
import { LoginPage } from './login-screen.tsx'

beforeEach(connectSession)

function serverAnswering(login: Response | Response[]) {
  return fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'POST /api/auth/logout/': json(200, {}),
    'POST /api/auth/login/': login,
  })
}

async function enter(username: string, password: string) {
  if (username) await userEvent.type(screen.getByLabelText(/^(Rut|Correo)$/), username)
  if (password) await userEvent.type(screen.getByLabelText('Contraseña'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
}

describe('logging in by rut', () => {
  test('posts a form, stores the whole user and goes to /dashboard (§2.2)', async () => {
    const { calls } = serverAnswering(json(200, buildUser()))
    const { where } = renderAt('/', <LoginPage mode="rut" />)
    expect(screen.getByRole('heading').textContent).toBe('Ingresar a mi cuenta')
    expect(screen.getByText('Ingresa con tu rut')).toBeTruthy()
    await enter('123456785', 'Carpeta#2026')
    await waitFor(() => expect(where()).toBe('/dashboard'))
    expect(String(calls('/api/auth/login/')[0]?.body)).toBe(
      'username=12.345.678-5&password=Carpeta%232026&csrfmiddlewaretoken=tok',
    )
    expect(storedUser()).toEqual(buildUser())
    expect(lastAction()).toBeGreaterThan(0)
  })

  test('goes to the dashboard, whatever the address asks for (security 9.7)', async () => {
    serverAnswering(json(200, buildUser()))
    const elsewhere = encodeURIComponent('https://evil.example/')
    const names = ['next', 'url', 'from', 'redirect', 'return_to', 'to']
    const query = names.map((name) => `${name}=${elsewhere}`).join('&')
    const { where } = renderAt(`/?${query}`, <LoginPage mode="rut" />)
    await enter('123456785', 'Carpeta#2026')
    await waitFor(() => expect(where()).toBe('/dashboard'))
  })

  test.each([
    ['', '', ['Ingresa tu rut', 'Ingresa tu contraseña']],
    ['12345678-4', 'x', ['Rut no válido']],
  ])('with %j and %j shows the errors and makes no call', async (rut, password, messages) => {
    const { seen } = serverAnswering(json(200, buildUser()))
    renderAt('/', <LoginPage mode="rut" />)
    await enter(rut, password)
    for (const message of messages) expect(await screen.findByText(message)).toBeTruthy()
    expect(seen).toHaveLength(0)
  })

  test('focuses the first wrong field, whose error then follows what is typed', async () => {
    serverAnswering(json(200, buildUser()))
    renderAt('/', <LoginPage mode="rut" />)
    await enter('12345678-4', '')
    const rut = screen.getByLabelText<HTMLInputElement>('Rut')
    expect(document.activeElement).toBe(rut)
    await userEvent.type(rut, '{Backspace}5')
    expect(screen.queryByText('Rut no válido')).toBeNull()
    expect(screen.getByText('Ingresa tu contraseña')).toBeTruthy()
    await userEvent.type(rut, '{Backspace}4')
    expect(screen.getByText('Rut no válido')).toBeTruthy()
  })

  test('focuses the password when the rut is right', async () => {
    serverAnswering(json(200, buildUser()))
    renderAt('/', <LoginPage mode="rut" />)
    await enter('12345678-5', '')
    expect(document.activeElement).toBe(screen.getByLabelText('Contraseña'))
  })

  test('shows a refusal of both above the button and stays', async () => {
    serverAnswering(json(400, { __all__: ['Los datos ingresados no son correctos'] }))
    const { where } = renderAt('/', <LoginPage mode="rut" />)
    await enter('123456785', 'wrong')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/^Los datos ingresados no son correctos/)
    expect(where()).toBe('/')
    expect(storedUser()).toBeNull()
  })

  test('puts a validation of the server on its field', async () => {
    serverAnswering(json(400, { validations: { social_security: 'Rut no válido' } }))
    renderAt('/', <LoginPage mode="rut" />)
    await enter('123456785', 'x')
    await screen.findByText('Rut no válido')
    expect(screen.getByLabelText('Rut').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('ends the view that Carla’s failed logout left open, and logs her in', async () => {
    const inView = json(403, viewAsMessages.readOnly)
    const { seen } = serverAnswering([inView, json(200, buildUser())])
    const { where } = renderAt('/', <LoginPage mode="rut" />)
    await enter('123456785', 'Carpeta#2026')
    await waitFor(() => expect(where()).toBe('/dashboard'))
    const posted = seen.filter(({ method }) => method === 'POST')
    expect(posted.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/auth/login/',
      '/api/auth/logout/',
      '/api/auth/login/',
    ])
  })

  test('tells of a view that a logout does not end', async () => {
    const { calls } = serverAnswering(json(403, viewAsMessages.readOnly))
    renderAt('/', <LoginPage mode="rut" />)
    await enter('123456785', 'Carpeta#2026')
    expect((await screen.findByRole('alert')).textContent).toBe(viewAsMessages.readOnly.text)
    expect(calls('/api/auth/login/')).toHaveLength(2)
  })

  test('shows the help code of an unexpected failure (§12.532)', async () => {
    serverAnswering(new Response('{}', { status: 500, headers: { 'x-request-id': 'K7M2P-9XQ4T' } }))
    renderAt('/', <LoginPage mode="rut" />)
    await enter('123456785', 'x')
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Ocurrió un error \.\.\.Código de ayuda: K7M2P-9XQ4T\. Si vuelve a pasar/,
    )
  })

  test('shows the message of a throttled login', async () => {
    serverAnswering(json(429, 'Demasiados intentos. Inténtalo de nuevo en 60 segundos.'))
    renderAt('/', <LoginPage mode="rut" />)
    await enter('123456785', 'x')
    expect((await screen.findByRole('alert')).textContent).toContain('Demasiados intentos')
  })

  test('is recognised by a password manager, and Enter sends it (§2.26, security 6.18)', async () => {
    const { calls } = serverAnswering(json(200, buildUser()))
    renderAt('/', <LoginPage mode="rut" />)
    const rut = screen.getByLabelText<HTMLInputElement>('Rut')
    const password = screen.getByLabelText<HTMLInputElement>('Contraseña')
    expect([rut.name, rut.autocomplete]).toEqual(['username', 'username webauthn'])
    expect([password.name, password.autocomplete]).toEqual(['password', 'current-password'])
    await userEvent.type(rut, '123456785')
    await userEvent.type(password, 'Carpeta#2026{Enter}')
    await waitFor(() => expect(calls('/api/auth/login/')).toHaveLength(1))
  })
})

describe('the prerendered login page', () => {
  const page = (router: ReactNode) => <Mantine>{router}</Mantine>

  function prerendered() {
    const container = document.createElement('div')
    container.innerHTML = renderToString(
      page(
        <StaticRouter location="/">
          <LoginPage mode="rut" />
        </StaticRouter>,
      ),
    )
    document.body.append(container)
    return container
  }

  test('cannot put a password into the address before hydration', () => {
    const container = prerendered()
    expect(container.querySelector('form')?.method).toBe('post')
    expect(container.querySelector<HTMLButtonElement>('[type="submit"]')?.disabled).toBe(true)
    container.remove()
  })

  test('has a disabled eye', () => {
    const container = prerendered()
    const eye = container.querySelector<HTMLButtonElement>('[aria-label="Mostrar contraseña"]')
    expect(eye?.disabled).toBe(true)
    container.remove()
  })

  test('keeps text that was typed or autofilled before hydration', async () => {
    const { calls } = serverAnswering(json(200, buildUser()))
    const container = prerendered()
    const [rut, password] = container.querySelectorAll('input')
    if (!rut || !password) throw new Error('The page has no fields')
    rut.value = '123456785'
    password.value = 'Carpeta#2026'
    const problems: unknown[] = []
    const root = await act(async () =>
      hydrateRoot(
        container,
        page(
          <MemoryRouter>
            <LoginPage mode="rut" />
          </MemoryRouter>,
        ),
        { onRecoverableError: (problem) => problems.push(problem) },
      ),
    )
    expect(rut.value).toBe('12.345.678-5')
    await userEvent.click(screen.getByRole('button', { name: 'Ingresar' }))
    await waitFor(() => expect(calls('/api/auth/login/')).toHaveLength(1))
    expect(String(calls('/api/auth/login/')[0]?.body)).toContain(
      'username=12.345.678-5&password=Carpeta%232026',
    )
    expect(problems).toEqual([])
    await act(async () => root.unmount())
    container.remove()
  })
})

describe('logging in by email', () => {
  test('trims the email and shows its errors (§2.23)', async () => {
    const { calls } = serverAnswering(json(200, buildUser()))
    const { where } = renderAt('/login-email', <LoginPage mode="email" />)
    expect(screen.getByText('Ingresa con tu correo')).toBeTruthy()
    await enter('rosa', 'x')
    expect(await screen.findByText('Correo no válido')).toBeTruthy()
    await userEvent.clear(screen.getByLabelText('Correo'))
    await enter('rosa@example.cl', '')
    await waitFor(() => expect(where()).toBe('/dashboard'))
    expect(String(calls('/api/auth/login/')[0]?.body)).toContain('username=rosa%40example.cl&')
  })
})

describe('the login page', () => {
  test('leads to the other mode (§10.1)', () => {
    renderAt('/', <LoginPage mode="rut" />)
    const link = screen.getByRole('link', { name: 'Ingresar con mi correo' })
    expect(link.getAttribute('href')).toBe('/login-email')
  })

  test('goes straight to /dashboard when a user is stored (§2.31)', () => {
    storeUser(buildUser())
    expect(renderAt('/', <LoginPage mode="rut" />).where()).toBe('/dashboard')
  })

  test('returns to the page a link had led to, once logged in (§12.56)', () => {
    storeUser(buildUser())
    const path = '/dashboard?tab=mis-tramites&solicitud=12'
    const { where } = renderAt('/login', <LoginPage mode="rut" />, { from: path })
    expect(where()).toBe(path)
  })

  test('shows the message of the address as text only, and short (§2.3, security 8.8)', () => {
    const message = `<img src=x onerror=alert(1)>${'a'.repeat(1000)}`
    renderAt(`/?${new URLSearchParams({ message })}`, <LoginPage mode="rut" />)
    const notice = screen.getByRole('status')
    expect(notice.textContent).toBe(message.slice(0, 300))
    expect(notice.querySelector('img')).toBeNull()
  })

  test('shows the password on demand (§2.25)', async () => {
    renderAt('/', <LoginPage mode="rut" />)
    const password = screen.getByLabelText<HTMLInputElement>('Contraseña')
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar contraseña' }))
    expect(password.type).toBe('text')
    await userEvent.click(screen.getByRole('button', { name: 'Ocultar contraseña' }))
    expect(password.type).toBe('password')
  })
})
