import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storedUser, storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { NotMe, RevertEmail } from './take-back-screen.tsx'

beforeEach(connectSession)

const undone = json(200, { token: 'next-secret' })

describe.each([
  {
    page: '/revert-email',
    Screen: RevertEmail,
    call: '/api/email-change/revert/',
    title: 'Deshacer el cambio de correo',
    button: 'Deshacer el cambio',
    done: 'El cambio se deshizo',
  },
  {
    page: '/not-me',
    Screen: NotMe,
    call: '/api/client/not-me/',
    title: 'No fui yo',
    button: 'Recuperar mi cuenta',
    done: 'Tu cuenta es solo tuya de nuevo',
  },
])('on $page', ({ page, Screen, call, title, button, done }) => {
  function serverAnswering(...answers: Response[]) {
    return fakeServer({
      'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
      'POST /api/auth/logout/': json(200, {}),
      [`POST ${call}`]: answers,
    })
  }

  const press = () => userEvent.click(screen.getByRole('button', { name: button }))

  test('nothing is undone until the person says so; then a password is chosen (§12.89, §12.900)', async () => {
    const { calls } = serverAnswering(undone)
    const { where } = renderAt(`${page}?token=secret`, <Screen />)
    expect(where()).toBe(page)
    expect(screen.getByRole('heading').textContent).toBe(title)
    expect(calls(call)).toHaveLength(0)
    await press()
    await screen.findByRole('heading', { name: done })
    expect(JSON.parse(String(calls(call)[0]?.body))).toMatchObject({ token: 'secret' })
    await userEvent.click(screen.getByRole('link', { name: 'Elegir una contraseña nueva' }))
    expect(where()).toBe('/restore-password?token=next-secret')
  })

  test('of an account that is closed leads to no password yet (security 6.202)', async () => {
    serverAnswering(json(200, {}))
    renderAt(`${page}?token=secret`, <Screen />)
    await press()
    await screen.findByRole('heading', { name: done })
    expect(screen.getByRole('status').textContent).toContain('cuando la abramos de nuevo')
    expect(screen.queryByRole('link', { name: 'Elegir una contraseña nueva' })).toBeNull()
  })

  test('this browser’s session ends first', async () => {
    storeUser(buildUser())
    const { seen } = serverAnswering(undone)
    renderAt(`${page}?token=secret`, <Screen />)
    await press()
    await screen.findByRole('heading', { name: done })
    const posts = seen.filter(({ method }) => method === 'POST').map(({ url }) => url)
    expect(posts.map((url) => new URL(url).pathname)).toEqual(['/api/auth/logout/', call])
    expect(storedUser()).toBeNull()
  })

  test('a dead link says so, and without a token no call is made', async () => {
    const { seen } = serverAnswering(json(422, 'El link ya no está disponible'))
    const { unmount } = renderAt(page, <Screen />)
    expect(screen.getByRole('heading').textContent).toBe('El link ya no está disponible')
    expect(seen).toHaveLength(0)
    unmount()
    renderAt(`${page}?token=old`, <Screen />)
    await press()
    await screen.findByRole('heading', { name: 'El link ya no está disponible' })
  })

  test('a failure is shown and can be repeated', async () => {
    serverAnswering(json(503, 'Servicio no disponible'), undone)
    renderAt(`${page}?token=secret`, <Screen />)
    await press()
    expect((await screen.findByRole('alert')).textContent).toContain('Servicio no disponible')
    await press()
    await screen.findByRole('heading', { name: done })
  })
})
