import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Templates } from './templates.tsx'

const greeting = { id: 1, title: 'Saludo', body: 'Estimada socia:', version: 3 }
const closing = { id: 2, title: 'Despedida', body: 'Saluda atentamente', version: 4 }

beforeEach(() => {
  connectSession()
  storeUser(buildStaff({ permissions: ['requests.answer_requests'] }))
})

function templates(answers: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/answer-templates/': json(200, { results: [greeting] }),
    ...answers,
  })
  const closed = vi.fn()
  renderAt('/requests', <Templates onClose={closed} />)
  const sent = (method: string) =>
    server.seen.filter((call) => call.method === method).map(({ body }) => JSON.parse(String(body)))
  return { ...server, sent, closed }
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('are listed, and the first one is asked for', async () => {
  templates({ 'GET /api/answer-templates/': json(200, { results: [] }) })
  expect(await screen.findByText('Todavía no hay plantillas. Añade la primera.')).toBeTruthy()
})

test('one is added', async () => {
  const { sent } = templates({
    'GET /api/answer-templates/': [
      json(200, { results: [greeting] }),
      json(200, { results: [greeting, closing] }),
    ],
    'POST /api/answer-templates/': json(201, closing),
  })
  await press('Añadir plantilla')
  await userEvent.type(screen.getByLabelText('Título'), 'Despedida ')
  await userEvent.type(screen.getByLabelText('Texto'), 'Saluda atentamente')
  await press('Guardar')
  expect(await screen.findByText('Despedida')).toBeTruthy()
  expect(sent('POST')).toMatchObject([{ title: 'Despedida', body: 'Saluda atentamente' }])
})

test('an empty one shows the missing values on its fields', async () => {
  const { sent } = templates()
  await press('Añadir plantilla')
  await press('Guardar')
  expect(await screen.findByText('Ingresa título')).toBeTruthy()
  expect(screen.getByText('Ingresa texto')).toBeTruthy()
  expect(sent('POST')).toEqual([])
})

test('a title that is taken is an error on its field', async () => {
  templates({
    'PATCH /api/answer-templates/1/': json(400, {
      title: ['Ya existe una plantilla con este título'],
    }),
  })
  await press('Editar Saludo')
  expect((screen.getByLabelText('Texto') as HTMLTextAreaElement).value).toBe('Estimada socia:')
  await press('Guardar')
  expect(await screen.findByText('Ya existe una plantilla con este título')).toBeTruthy()
})

test('a changed one is sent with what was read (security 5.28)', async () => {
  const changed = 'Otra persona cambió esta plantilla mientras la editabas.'
  const { sent } = templates({ 'PATCH /api/answer-templates/1/': json(409, changed) })
  await press('Editar Saludo')
  await userEvent.type(screen.getByLabelText('Texto'), ' saludos')
  await press('Guardar')
  expect(await screen.findByText(changed)).toBeTruthy()
  expect(sent('PATCH')).toMatchObject([
    { title: 'Saludo', body: 'Estimada socia: saludos', version: 3 },
  ])
})

test('the last one is deleted after a confirmation, as it was read (§12.2161)', async () => {
  const { calls } = templates({
    'GET /api/answer-templates/': [json(200, { results: [closing] }), json(200, { results: [] })],
    'DELETE /api/answer-templates/2/': json(200, {}),
  })
  await press('Eliminar Despedida')
  const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar' }))
  expect(calls('/api/answer-templates/2/')).toHaveLength(0)
  await userEvent.click(dialog.getByRole('button', { name: 'OK' }))
  expect(await screen.findByText('Se ha eliminado correctamente!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Saluda atentamente')).toBeNull())
  expect(calls('/api/answer-templates/2/').map(({ url }) => url)).toEqual([
    expect.stringMatching(/\?version=4$/),
  ])
})

test('Escape closes only the topmost dialog', async () => {
  const { closed } = templates()
  await press('Eliminar Saludo')
  await screen.findByRole('dialog', { name: 'Eliminar' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Eliminar' })).toBeNull())
  expect(closed).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalledOnce()
})
