import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { environment } from '../../environment/environment.ts'
import { connectSession } from '../../session/connect-session.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Mantine } from '../../ui/mantine.tsx'
import { LoginPage } from './login-screen.tsx'

const SEND = 'POST /api/send-restore-password-ss/'

beforeEach(connectSession)

function serverAnswering(answer: Response) {
  return fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    [SEND]: answer,
  })
}

async function openPrompt() {
  renderAt('/', <LoginPage mode="rut" />)
  await userEvent.click(screen.getByRole('button', { name: 'Olvidé mi contraseña' }))
  return within(await screen.findByRole('dialog', { name: 'Recuperar contraseña' }))
}

async function ask(prompt: Awaited<ReturnType<typeof openPrompt>>, rut: string) {
  if (rut) await userEvent.type(prompt.getByLabelText('Rut'), rut)
  await userEvent.click(prompt.getByRole('button', { name: 'Continuar' }))
}

test('the link is not in the prerendered page (§2.27)', () => {
  const html = renderToString(
    <Mantine>
      <StaticRouter location="/">
        <LoginPage mode="rut" />
      </StaticRouter>
    </Mantine>,
  )
  expect(html).toContain('Ingresar con mi correo')
  expect(html).not.toContain('Olvidé mi contraseña')
})

test('a rut is sent, and the person is told which inbox to check and whom to call (§2.28, §12.2064, §12.2143)', async () => {
  const { calls } = serverAnswering(json(200, {}))
  const prompt = await openPrompt()
  await ask(prompt, '123456785')
  await prompt.findByText(
    'Te enviamos un correo electrónico con un link para recuperar tu contraseña.',
  )
  expect(prompt.getByText(/^Llega en unos minutos al correo registrado/)).toBeTruthy()
  const { contact_phone: phone } = await environment()
  const dialled = await prompt.findByRole('link', { name: phone })
  expect(dialled.parentElement?.textContent).toMatch(
    /^Si no llega, puede que ese rut no tenga cuenta o tenga otro correo: escríbenos a /,
  )
  expect(JSON.parse(String(calls('/api/send-restore')[0]?.body))).toMatchObject({
    social_security: '12.345.678-5',
  })
  await userEvent.click(prompt.getByRole('button', { name: 'Entendido' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['', 'Ingresa tu rut'],
  ['123456784', 'Rut no válido'],
])('with %j it shows %s and makes no call', async (rut, message) => {
  const { seen } = serverAnswering(json(200, {}))
  const prompt = await openPrompt()
  await ask(prompt, rut)
  expect(await prompt.findByText(message)).toBeTruthy()
  expect(seen).toHaveLength(0)
})

test.each([
  [429, 'Demasiados intentos. Inténtalo de nuevo en 60 segundos.', 'Demasiados intentos.'],
  [400, ['Rut no válido'], 'Rut no válido'],
  [500, {}, 'Ocurrió un error ...'],
  // Swallowed elsewhere, since nobody is logged in.
  [401, { detail: 'Las credenciales de autenticación no se proveyeron.' }, 'Ocurrió un error ...'],
])(
  'a refusal with %i is an alert, and no success is shown (§8.12, §12.1022)',
  async (...[status, body, text]) => {
    serverAnswering(json(status, body))
    const prompt = await openPrompt()
    await ask(prompt, '123456785')
    expect((await prompt.findByRole('alert')).textContent).toContain(text)
    expect(prompt.queryByText(/^Te enviamos/)).toBeNull()
  },
)

test('Cancelar closes it (§2.29)', async () => {
  const { seen } = serverAnswering(json(200, {}))
  const prompt = await openPrompt()
  await userEvent.click(prompt.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(seen).toHaveLength(0)
})

test('closed, it returns the focus to the link', async () => {
  await openPrompt()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement?.textContent).toBe('Olvidé mi contraseña')
})

test('the rut that was typed at the login is in the prompt (§12.1154)', async () => {
  renderAt('/', <LoginPage mode="rut" />)
  await userEvent.type(screen.getByLabelText('Rut'), '123456785')
  await userEvent.click(screen.getByRole('button', { name: 'Olvidé mi contraseña' }))
  const prompt = within(await screen.findByRole('dialog', { name: 'Recuperar contraseña' }))
  expect(prompt.getByLabelText<HTMLInputElement>('Rut').value).toBe('12.345.678-5')
})

test('a first visit begins at the login: Tomás asks for his invitation again by his rut (§12.1720)', async () => {
  const { calls } = serverAnswering(json(200, {}))
  renderAt('/', <LoginPage mode="rut" />)
  await userEvent.click(screen.getByRole('button', { name: 'Primera vez' }))
  const prompt = within(await screen.findByRole('dialog', { name: 'Tu primera vez' }))
  expect(prompt.getByText(/^Tu cuenta se activa con el enlace de tu invitación/)).toBeTruthy()
  await ask(prompt, '20347878K')
  await prompt.findByText(/^Si la cooperativa ya te invitó, te enviamos un correo/)
  expect(JSON.parse(String(calls('/api/send-restore')[0]?.body))).toMatchObject({
    social_security: '20.347.878-K',
  })
})
