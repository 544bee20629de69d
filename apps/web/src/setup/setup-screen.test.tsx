import { mailOutcomeSentences } from '@carpeta/domain/setup/mail-outcomes'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
import { sentence } from '../testing/sentence.ts'
import type { Setup } from './calls.ts'
import { Component as Screen } from './setup-screen.tsx'

const fresh: Setup = {
  company: { state: 'missing', missing: ['COMPANY_NAME', 'OFFICE_ADDRESS'] },
  payment_account: {
    state: 'not_applicable',
    missing: ['PAYMENT_BANK', 'PAYMENT_RUT'],
    is_sample: false,
  },
  online_payments: { state: 'not_applicable', gateway: 'none' },
  mail: { state: 'missing', server: 'smtp.andalien.example', test: null },
  load: { state: 'missing', at: null },
  procedures: { state: 'missing', offered: 0 },
  second_factor: { state: 'missing', staff: 3, without: [{ id: 15, name: 'Mario Fuentes' }] },
  invitations: { state: 'missing', members: 9, not_invited: 7, no_email: 1, invited: 1 },
  is_hidden: false,
}

const ready: Setup = {
  company: { state: 'done', missing: [] },
  payment_account: { state: 'done', missing: [], is_sample: false },
  online_payments: { state: 'done', gateway: 'production' },
  mail: {
    state: 'done',
    server: 'smtp.andalien.example',
    test: { at: '2026-11-20T14:05:00Z', outcome: 'sent' },
  },
  load: { state: 'done', at: '2026-11-20T14:05:00Z' },
  procedures: { state: 'done', offered: 4 },
  second_factor: { state: 'done', staff: 3, without: [] },
  invitations: { state: 'done', members: 9, not_invited: 0, no_email: 0, invited: 0 },
  is_hidden: false,
}

function open(answers: Setup | Setup[], calls: Record<string, Response> = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/setup/': [answers].flat().map((setup) => json(200, setup)),
    ...calls,
  })
  return { ...server, ...renderAt('/setup', <Screen />) }
}

const stepOf = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  return heading.closest('li') as HTMLElement
}

beforeEach(() => {
  connectSession()
  storeUser(buildStaff({ permissions: ['users.manage_users', 'procedures.change_procedures'] }))
})

test('each step has its state and what to do, and the first that is missing is the next (§12.470, §12.2356)', async () => {
  open(fresh)
  expect(await screen.findByText(/^Faltan 6 pasos de 8/)).toBeTruthy()
  const company = await stepOf('Datos de la cooperativa')
  expect(within(company).getByText('Lo siguiente')).toBeTruthy()
  expect(company.getAttribute('aria-current')).toBe('step')
  expect(screen.getAllByText('Lo siguiente')).toHaveLength(1)
  expect(screen.getAllByText('Falta')).toHaveLength(5)
  expect(within(company).getByText('OFFICE_ADDRESS')).toBeTruthy()
  const account = await stepOf('Cuenta para transferencias')
  expect(within(account).getByText('No aplica')).toBeTruthy()
  const people = within(await stepOf('Segundo factor del personal'))
  expect(people.getByText('2 de 3 cuentas del personal tienen segundo factor.')).toBeTruthy()
  expect(people.getByRole('link').getAttribute('href')).toBe('/users/15')
  const invitations = within(await stepOf('Invitación de los socios'))
  expect(invitations.getByText('7 socios esperan su invitación.')).toBeTruthy()
  // Carla may not load sales.
  expect(within(await stepOf('Primera carga real')).queryByRole('link')).toBeNull()
})

test('what the office asks of who runs the server is told in words; the settings are folded (§12.1765)', async () => {
  open(fresh)
  const company = within(await stepOf('Datos de la cooperativa'))
  expect(company.getByText(/cambia quien opera el servidor/)).toBeTruthy()
  const asked = company.getByText('Qué pedirle').closest('details') as HTMLDetailsElement
  expect(asked.open).toBe(false)
  expect(asked.textContent).toContain('OFFICE_ADDRESS')
})

test('the test email tells how it went (§12.471)', async () => {
  const tested: Setup = {
    ...fresh,
    mail: { ...fresh.mail, test: { at: '2026-11-20T14:05:00Z', outcome: 'login' } },
  }
  open([fresh, tested], { 'POST /api/setup/test-email/': json(200, { outcome: 'login' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Enviarme un correo de prueba' }))
  expect(await screen.findByText(mailOutcomeSentences.login)).toBeTruthy()
  expect(screen.getByText(sentence(/Última prueba: 20-11-2026 11:05/))).toBeTruthy()
})

test('a mail server that refuses comes first, as an error, from the next visit on (§12.2443)', async () => {
  const test: Setup['mail']['test'] = { at: '2026-11-20T14:05:00Z', outcome: 'login' }
  const refused: Setup = { ...fresh, mail: { ...fresh.mail, test } }
  const titles = () => screen.getAllByRole('heading', { level: 2 }).map((it) => it.textContent)
  const { unmount } = open([fresh, refused], {
    'POST /api/setup/test-email/': json(200, { outcome: 'login' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Enviarme un correo de prueba' }))
  const mail = await stepOf('Servidor de correo')
  expect(await within(mail).findByText('Con error')).toBeTruthy()
  expect(titles()[0]).toBe('Datos de la cooperativa')
  unmount()
  open(refused)
  const first = await stepOf('Servidor de correo')
  expect(within(first).getByText('Con error')).toBeTruthy()
  expect(first.getAttribute('aria-current')).toBe('step')
  expect(titles()[0]).toBe('Servidor de correo')
  expect(screen.queryByText('Lo siguiente')).toBeNull()
})

test('procedures are chosen from a list, without those that are there (§12.472)', async () => {
  const procedure = { description: 'x', documents: [], answer_hours: 12 }
  const { seen } = open([fresh, ready], {
    'GET /api/procedures/starter/': json(200, {
      results: [
        { ...procedure, title: 'Copia de contrato', is_present: true },
        { ...procedure, title: 'Reclamo o sugerencia', is_present: false },
      ],
    }),
    'POST /api/procedures/starter/': json(200, { added: 1 }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Elegir de una lista' }))
  const present = await screen.findByLabelText('Copia de contrato (ya está en tu catálogo)')
  expect(present).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Añadir' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByLabelText('Reclamo o sugerencia'))
  await userEvent.click(screen.getByRole('button', { name: 'Añadir 1 trámite' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = seen.find(({ method }) => method === 'POST')
  expect(JSON.parse(String(sent?.body))).toMatchObject({ titles: ['Reclamo o sugerencia'] })
  expect(await screen.findByText('4 trámites tuyos se pueden pedir.')).toBeTruthy()
})

test('a complete list can leave the start page, and come back (§12.473)', async () => {
  const { seen } = open([ready, { ...ready, is_hidden: true }], {
    'POST /api/setup/hide/': json(200, {}),
  })
  await userEvent.click(
    await screen.findByRole('button', { name: 'Ocultar de la página de inicio' }),
  )
  await screen.findByRole('button', { name: 'Mostrar en la página de inicio' })
  const sent = seen.find(({ method }) => method === 'POST')
  expect(JSON.parse(String(sent?.body))).toMatchObject({ is_hidden: true })
  expect(screen.queryByText('Falta')).toBeNull()
})

test('a list with a missing step cannot be hidden', async () => {
  open(fresh)
  await stepOf('Trámites')
  expect(screen.queryByRole('button', { name: /Ocultar/ })).toBeNull()
})

test('while members see the sample’s account for transfers, the step says so (§12.1357)', async () => {
  open({
    ...fresh,
    payment_account: { ...fresh.payment_account, state: 'missing', is_sample: true },
  })
  const account = await stepOf('Cuenta para transferencias')
  expect(
    within(account).getByText(/^Los socios ven la cuenta de la cooperativa de ejemplo/),
  ).toBeTruthy()
  expect(within(account).getByText('Falta')).toBeTruthy()
})
