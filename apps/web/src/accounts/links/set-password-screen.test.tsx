import { unprovenEmail } from '@carpeta/domain/people/unproven-email'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { logOut } from '../../session/end-session.ts'
import { logIn } from '../../session/log-in.ts'
import { lastAction, storedUser, storeUser } from '../../session/stored-user.ts'
import { asksForFactor } from '../../testing/asks-for-factor.ts'
import { buildStaff, buildUser } from '../../testing/build-user.ts'
import { fakeServer, json, type Seen } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { SetPasswordPage } from './set-password-screen.tsx'

const good = 'Otra#clave77'

beforeEach(connectSession)

function serverAnswering(
  password: Response,
  login: Response | Response[] = json(200, buildUser()),
) {
  return fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'POST /api/auth/logout/': json(200, {}),
    'POST /api/client/password/': password,
    'POST /api/auth/login/': login,
  })
}

const saved = json(200, { social_security: '12345678-5', username: '12345678-5' })
const savedWithoutRut = json(200, { social_security: '', username: 'ivan@coop.example' })

function renderActivation() {
  return renderAt('/client/activate?token=secret', <SetPasswordPage purpose="activate" />)
}

function renderRestore() {
  return renderAt('/restore-password?token=secret', <SetPasswordPage purpose="restore" />)
}

const first = () => screen.getByLabelText<HTMLInputElement>('Ingresa una contraseña')
const repeat = () => screen.getByLabelText<HTMLInputElement>('Repite la contraseña')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Activar|Cambiar)/ })

async function type(password: string, again = password) {
  await userEvent.type(first(), password)
  await userEvent.type(repeat(), again)
}

const posted = (seen: Seen[]) =>
  seen.filter(({ method }) => method === 'POST').map(({ url }) => new URL(url).pathname)

async function save(password = good) {
  await type(password)
  await userEvent.click(button())
}

describe('the link that Rosa did not use', () => {
  beforeEach(async () => {
    serverAnswering(saved)
    renderRestore()
    await screen.findByRole('heading')
    expect(sessionStorage.length).toBe(1)
  })

  test('is gone from the tab once she logs in by hand (security 3.680)', async () => {
    await logIn('12345678-5', good)
    expect(sessionStorage.length).toBe(0)
  })

  test('is gone once she logs out, so the next person cannot use it (security 3.680)', async () => {
    await logOut()
    expect(sessionStorage.length).toBe(0)
  })
})

describe('the page', () => {
  test('has different titles for an activation and a restore (§2.8, §2.35)', () => {
    renderActivation()
    expect(screen.getByRole('heading').textContent).toBe('Activar cuenta')
    expect(button().textContent).toBe('Activar Cuenta')
  })

  test('of a restore has its own texts (§2.38)', () => {
    renderRestore()
    expect(screen.getByRole('heading').textContent).toBe('Restaurar contraseña')
    expect(button().textContent).toBe('Cambiar contraseña')
  })

  test('of a letter removes an address that is not its reader’s (security 6.970)', async () => {
    const seen = serverAnswering(saved)
    const owner = { username: '12345678-5', email: 'de.carla@correo.example' }
    renderAt('/client/activate?token=secret', <SetPasswordPage purpose="activate" />, owner)
    expect(await screen.findByText(unprovenEmail.arrives(owner.email))).toBeTruthy()
    await userEvent.click(screen.getByLabelText(unprovenEmail.remove))
    await save()
    const [call] = seen.calls('/client/password/')
    await waitFor(() =>
      expect(JSON.parse(String(call?.body))).toMatchObject({ remove_email: true }),
    )
  })

  const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])

  test('removes the token from the address at once, and keeps it nowhere once it is used (§2.6, §10.19, security 6.6)', async () => {
    const { calls } = serverAnswering(saved)
    const { where } = renderActivation()
    expect(where()).toBe('/client/activate')
    await save()
    await waitFor(() => expect(calls('/api/client/password/')).toHaveLength(1))
    await waitFor(() => expect(where()).toBe('/dashboard'))
    expect(stored()).not.toContain('secret')
  })

  test('loaded again, still has its link, in this tab alone (§12.985)', async () => {
    const { calls } = serverAnswering(saved)
    renderActivation().unmount()
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret')
    const { where } = renderAt('/client/activate', <SetPasswordPage purpose="activate" />)
    await save()
    await waitFor(() => expect(where()).toBe('/dashboard'))
    expect(calls('/api/client/password/')[0]?.body).toContain('secret')
    expect(stored()).not.toContain('secret')
  })

  test('names the account, so that a password manager stores its rut (§12.986)', () => {
    const username = '12345678-5'
    renderAt('/client/activate?token=secret', <SetPasswordPage purpose="activate" />, { username })
    const field = screen.getByLabelText<HTMLInputElement>('Rut de tu cuenta')
    expect([field.value, field.autocomplete, field.readOnly]).toEqual([
      '12.345.678-5',
      'username',
      true,
    ])
  })

  test('of a company names the company’s rut, not that of who acts for it (§12.1845)', () => {
    const owner = { username: '76192083-9', firstName: 'Inmobiliaria Los Robles', lastName: '' }
    renderAt('/client/activate?token=secret', <SetPasswordPage purpose="activate" />, owner)
    expect(screen.getByText(/Entrarás con el rut de la empresa y esta contraseña\.$/)).toBeTruthy()
  })

  test('says whose account it is and how she will log in, and takes no password with her name or rut (§12.1153)', async () => {
    const owner = { username: '12345678-5', firstName: 'Rosa', lastName: 'Muñoz' }
    renderAt('/client/activate?token=secret', <SetPasswordPage purpose="activate" />, owner)
    expect(
      screen.getByText(/La cuenta es de Rosa Muñoz\. Entrarás con tu rut y esta contraseña\.$/),
    ).toBeTruthy()
    const own = () => screen.getByText('Sin tu nombre ni tu rut').closest('li')?.textContent
    expect(own()).toMatch(/falta$/)
    await type('Muñoz#2026')
    expect(own()).toMatch(/falta$/)
    expect(button().disabled).toBe(true)
    await userEvent.clear(first())
    await userEvent.clear(repeat())
    await type(good)
    expect(own()).toMatch(/cumplido$/)
    expect(button().disabled).toBe(false)
  })

  test.each(['/client/activate', '/client/activate?token='])(
    '%s is a dead link, with the way of a first visit (§12.1844)',
    (path) => {
      renderAt(path, <SetPasswordPage purpose="activate" />)
      expect(screen.getByRole('heading').textContent).toBe('El link ya no está disponible')
      expect(screen.queryByLabelText('Ingresa una contraseña')).toBeNull()
      expect(screen.getByRole('button', { name: 'Primera vez' })).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Crea una nueva contraseña' })).toBeNull()
    },
  )
})

describe('a new password', () => {
  const rules = () =>
    within(screen.getByRole('list', { name: 'La contraseña necesita' }))
      .getAllByRole('listitem')
      .map((rule) => rule.textContent)

  test('checks its rules while it is typed, in text too', async () => {
    renderActivation()
    expect(rules()).toEqual([
      'Al menos una letrafalta',
      'Al menos un númerofalta',
      'Al menos un caracter especialfalta',
      'Mínimo 8 caracteresfalta',
      // Whose account it is nobody told: the server checks it.
      'Sin tu nombre ni tu rut',
    ])
    await userEvent.type(first(), 'ñ7')
    expect(rules()).toEqual([
      'Al menos una letracumplido',
      'Al menos un númerocumplido',
      'Al menos un caracter especialfalta',
      'Mínimo 8 caracteresfalta',
      'Sin tu nombre ni tu rut',
    ])
    await userEvent.type(first(), '#12345')
    const checked = rules().slice(0, 4)
    expect(checked.every((rule) => rule?.endsWith('cumplido'))).toBe(true)
  })

  test.each([
    ['breaks a rule', 'Otraclave77', 'Otraclave77', true],
    ['differs from its repetition', good, `${good}8`, true],
    ['is not repeated', good, '', true],
    ['keeps the rules and is repeated', good, good, false],
  ])('that %s (§2.39)', async (_, password, again, isDisabled) => {
    renderActivation()
    await userEvent.type(first(), password)
    if (again) await userEvent.type(repeat(), again)
    expect(button().disabled).toBe(isDisabled)
  })

  test('that differs from its repetition says so once both are filled in (§2.39, §5.7)', async () => {
    renderActivation()
    await userEvent.type(first(), good)
    expect(screen.queryByText('La contraseña no coincide')).toBeNull()
    await userEvent.type(repeat(), 'Otra')
    expect(screen.getByText('La contraseña no coincide')).toBeTruthy()
    expect(repeat().getAttribute('aria-invalid')).toBe('true')
    await userEvent.type(repeat(), '#clave77')
    expect(screen.queryByText('La contraseña no coincide')).toBeNull()
  })

  test('ends at 40 characters, and says so (§5.6)', async () => {
    renderActivation()
    await userEvent.type(first(), 'a#1'.repeat(14))
    expect(first().value).toHaveLength(40)
    expect(rules().at(-1)).toBe('Máximo 40 caracteres')
  })

  test('can be pasted, its repetition cannot', async () => {
    renderActivation()
    await userEvent.click(first())
    await userEvent.paste(good)
    expect(first().value).toBe(good)
    await userEvent.click(repeat())
    await userEvent.paste(good)
    expect(repeat().value).toBe('')
    expect(screen.getByText('Aquí no se puede pegar: escríbela de nuevo.')).toBeTruthy()
  })

  test('is filled in by a password manager in both fields (§10.25)', () => {
    renderActivation()
    expect([first().autocomplete, repeat().autocomplete]).toEqual(['new-password', 'new-password'])
  })

  test('can be shown, each field separately (§2.36)', async () => {
    renderActivation()
    const [, eye] = screen.getAllByRole('button', { name: 'Mostrar contraseña' })
    if (!eye) throw new Error('The second field has no eye')
    await userEvent.click(eye)
    expect([first().type, repeat().type]).toEqual(['password', 'text'])
  })
})

describe('saving', () => {
  test('logs in by rut with the new password and leads to /dashboard (§4.10, §10.14, §10.15)', async () => {
    const { seen, calls } = serverAnswering(saved)
    const { where } = renderActivation()
    await save()
    await waitFor(() => expect(where()).toBe('/dashboard'))
    expect(JSON.parse(String(calls('/api/client/password/')[0]?.body))).toMatchObject({
      token: 'secret',
      password: good,
    })
    expect(String(calls('/api/auth/login/')[0]?.body)).toContain(
      'username=12345678-5&password=Otra%23clave77',
    )
    expect(storedUser()).toEqual(buildUser())
    expect(lastAction()).toBeGreaterThan(0)
    expect(seen.some(({ url }) => url.includes('logout'))).toBe(false)
  })

  test('logs in a colleague without a rut by email (§10.14)', async () => {
    const { calls } = serverAnswering(savedWithoutRut)
    const { where } = renderActivation()
    await save()
    await waitFor(() => expect(where()).toBe('/dashboard'))
    expect(String(calls('/api/auth/login/')[0]?.body)).toContain('username=ivan%40coop.example&')
  })

  test('at an API that tells only the rut logs in with it', async () => {
    const { calls } = serverAnswering(json(200, { social_security: '12345678-5' }))
    const { where } = renderActivation()
    await save()
    await waitFor(() => expect(where()).toBe('/dashboard'))
    expect(String(calls('/api/auth/login/')[0]?.body)).toContain('username=12345678-5&')
  })

  test('happens once however often Enter is pressed (§2.39)', async () => {
    const { calls } = serverAnswering(saved)
    const { where } = renderActivation()
    await type(good)
    await userEvent.keyboard('{Enter}{Enter}')
    await waitFor(() => expect(where()).toBe('/dashboard'))
    expect(calls('/api/client/password/')).toHaveLength(1)
  })

  test('logs out the previous user first', async () => {
    storeUser(buildStaff())
    const { seen } = serverAnswering(saved)
    const { where } = renderActivation()
    await save()
    await waitFor(() => expect(where()).toBe('/dashboard'))
    expect(posted(seen)).toEqual(['/api/auth/logout/', '/api/client/password/', '/api/auth/login/'])
    expect(storedUser()?.id).toBe(buildUser().id)
  })

  test.each([
    ['rut', () => saved, '/login'],
    ['correo', () => savedWithoutRut, '/login-email'],
  ])(
    'with a login by %s that fails leads to it and says that the password is saved',
    async (name, answer, page) => {
      serverAnswering(answer(), json(429, 'Demasiados intentos'))
      const { where } = renderActivation()
      await save()
      await waitFor(() => expect(where()).toMatch(/^\/login/))
      const [path, query] = where().split('?')
      expect(path).toBe(page)
      expect(new URLSearchParams(query).get('message')).toBe(
        `Tu contraseña quedó guardada. Ingresa con tu ${name} y tu contraseña nueva.`,
      )
      expect(storedUser()).toBeNull()
    },
  )

  test('asks for the code of an account with a second factor (§12.102)', async () => {
    const { calls } = serverAnswering(saved, [
      asksForFactor('totp', 'recovery_code'),
      json(200, buildUser()),
    ])
    const { where } = renderRestore()
    await save()
    await userEvent.type(await screen.findByLabelText('Código'), '123456{Enter}')
    await waitFor(() => expect(where()).toBe('/dashboard'))
    expect(String(calls('/api/auth/login/')[1]?.body)).toContain(
      'username=12345678-5&password=Otra%23clave77&code=123456',
    )
  })

  test('without the code leads to the login, since the password is saved', async () => {
    serverAnswering(saved, [asksForFactor('totp')])
    const { where } = renderRestore()
    await save()
    await userEvent.click(await screen.findByRole('button', { name: 'Volver' }))
    expect(new URLSearchParams(where().split('?')[1]).get('message')).toContain('quedó guardada')
  })

  test.each([
    ['activation', renderActivation, 'Primera vez'],
    ['restore', renderRestore, 'Crea una nueva contraseña'],
  ])(
    'the %s whose link expired meanwhile says so in red at the form, which leads to another (§8.10, §12.1844)',
    async (_, renderPage, way) => {
      serverAnswering(json(422, 'El link ya no está disponible'))
      renderPage()
      await save()
      const alert = await screen.findByRole('alert')
      const [first] = alert.querySelectorAll('p')
      expect(first?.textContent).toBe('El link ya no está disponible')
      await userEvent.click(within(alert).getByRole('button', { name: way }))
      expect(await screen.findByRole('button', { name: 'Continuar' })).toBeTruthy()
      expect(alert.closest('form')).toBe(button().closest('form'))
    },
  )

  test('an activation that is refused shows the first sentence (§8.3, §12.1022)', async () => {
    serverAnswering(json(400, ['La contraseña es demasiado común', 'Al menos un número']))
    renderActivation()
    await save()
    const alert = await screen.findByRole('alert')
    expect([...alert.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
      'La contraseña es demasiado común',
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(first().value).toBe(good)
  })

  test('a restore that is refused shows every value in red above the button (§8.14, §12.307)', async () => {
    serverAnswering(json(400, { password: ['Uno', 'Dos'], token: 'Tres' }))
    renderRestore()
    await save()
    const alert = await screen.findByRole('alert')
    expect([...alert.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
      'Uno',
      'Dos',
      'Tres',
    ])
    expect(alert.closest('form')).toBe(button().closest('form'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(first().value).toBe(good)
  })

  test('a restore that fails otherwise shows an error', async () => {
    serverAnswering(json(500, {}))
    renderRestore()
    await save()
    expect((await screen.findByRole('alert')).textContent).toBe('Ocurrió un error ...')
  })
})
