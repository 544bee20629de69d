import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
import { LoadEmails } from './load-emails.tsx'

beforeEach(() => {
  connectSession()
  storeUser(buildStaff())
})

const summary = {
  is_paused: false,
  is_held: false,
  is_undone: false,
  waiting: 0,
  sent: 1,
  failed: 1,
  cancelled: 0,
}

const rosas = {
  id: 4,
  user_id: 7,
  name: 'Rosa Muñoz Sepúlveda',
  email: 'rosa.munoz@correo.example',
  state: 'failed',
  failure: '550 No such mailbox',
  news: 2,
  at: '2026-11-22T11:00:00Z',
}

function answer(changes: Partial<typeof summary> = {}, results: object[] = [rosas]) {
  return json(200, { results, current: 1, lastPage: 1, summary: { ...summary, ...changes } })
}

function show(answers: Parameters<typeof fakeServer>[0]) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    ...answers,
  })
  renderAt('/imports', <LoadEmails loadId={3} />)
  return server
}

test('staff see to whom a load wrote, and what the mail server answered', async () => {
  const { calls } = show({ 'GET /api/loads/3/emails/': answer() })
  const table = await screen.findByRole('table', { name: 'Correos de la carga' })
  expect(
    within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(
    expect.arrayContaining([
      '2',
      'Sin entregarLa dirección no existeVer el detalle550 No such mailbox',
      '22-11-2026 08:00',
    ]),
  )
  expect(screen.getByText(/^1 enviado, 0 en espera, 1 sin entregar/)).toBeTruthy()
  expect(calls('/api/loads/3/emails/')[0]?.url).toContain('pageSize=10')
})

test('paused emails are sent after a confirmation that says how many', async () => {
  const { calls } = show({
    'GET /api/loads/3/emails/': [answer({ is_paused: true, waiting: 2 }), answer({ sent: 3 })],
    'POST /api/loads/3/emails/send/': json(200, summary),
  })
  expect(await screen.findByText('Los correos de esta carga están en pausa.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar ahora' }))
  const dialog = await screen.findByRole('dialog', { name: 'Enviar los correos' })
  expect(dialog.textContent).toContain('Se enviará a los socios 2 correos que esperan.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar' }))
  expect(await screen.findByText(/^3 enviados/)).toBeTruthy()
  expect(calls('/emails/send/')).toHaveLength(1)
})

test('emails that have not gone out are paused', async () => {
  const { calls } = show({
    'GET /api/loads/3/emails/': [answer({ waiting: 5 }), answer({ waiting: 5, is_paused: true })],
    'POST /api/loads/3/emails/pause/': json(200, summary),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Poner en pausa' }))
  const dialog = await screen.findByRole('dialog', { name: 'Poner los correos en pausa' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Poner en pausa' }))
  expect(await screen.findByText('Los correos de esta carga están en pausa.')).toBeTruthy()
  expect(calls('/emails/pause/')).toHaveLength(1)
})

test('emails of a load that is to be undone wait, and can only be paused (§12.2163)', async () => {
  show({ 'GET /api/loads/3/emails/': answer({ is_held: true, waiting: 5 }) })
  expect(await screen.findByText(/^Pidieron deshacer esta carga/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Poner en pausa' })).toBeTruthy()
  cleanup()
  show({ 'GET /api/loads/3/emails/': answer({ is_held: true, is_paused: true, waiting: 5 }) })
  expect(await screen.findByText('Los correos de esta carga están en pausa.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Enviar ahora' })).toBeNull()
})

test('an undone load offers nothing', async () => {
  show({ 'GET /api/loads/3/emails/': answer({ is_undone: true, cancelled: 2 }) })
  expect(await screen.findByText(/La carga se deshizo/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Poner en pausa' })).toBeNull()
})

test('a load without news says so', async () => {
  show({ 'GET /api/loads/3/emails/': json(404, { detail: 'No encontrado.' }) })
  expect(await screen.findByText('Esta carga no envía correos.')).toBeTruthy()
})
