import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { buildWireSale } from '../../testing/build-wire-sale.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { MyData } from './my-data.tsx'

const rectification = {
  id: 11,
  key: 'rectification',
  title: 'Rectificación de mis datos',
  description: 'Pide corregir un dato.',
  answer_days: 30,
}

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

function open(more: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/client/rights/': json(200, { results: [rectification] }),
    'GET /api/sales-data/': json(200, [buildWireSale()]),
    ...more,
  })
  renderAt('/profile', <MyData user={buildUser()} />)
  return server
}

async function ask(words: string) {
  await userEvent.click(await screen.findByText('Rectificación de mis datos'))
  if (words) await userEvent.type(screen.getByRole('textbox', { name: 'Qué necesitas' }), words)
  await userEvent.click(screen.getByRole('button', { name: 'Pedir' }))
}

describe('one’s data', () => {
  test('that cannot be fetched say why, in place', async () => {
    open({ 'GET /api/client/data.pdf': json(429, 'Inténtalo más tarde') })
    await userEvent.click(screen.getByRole('button', { name: 'Descargar PDF' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Inténtalo más tarde')
  })

  test('are nothing to take along for who is no member', () => {
    fakeServer({})
    const staff = buildUser()
    renderAt(
      '/profile',
      <MyData user={{ ...staff, profile: { ...staff.profile, is_client: false } }} />,
    )
    expect(screen.queryByText('Mis datos')).toBeNull()
  })
})

describe('a right', () => {
  test('is asked for with what one needs, made and sent', async () => {
    const { calls } = open({
      'POST /api/request/create/': json(201, { id: 7 }),
      'POST /api/request/send/': json(200, { id: 7, sent_at: '2026-11-20T12:00:00Z' }),
    })
    await ask('Mi fono es otro')
    expect(await screen.findByText(/Recibimos tu solicitud/)).toBeTruthy()
    expect(JSON.parse(String(calls('/request/create/')[0]?.body))).toMatchObject({
      procedure_id: 11,
      comment: 'Mi fono es otro',
    })
    expect(JSON.parse(String(calls('/request/send/')[0]?.body))).toMatchObject({ request_id: 7 })
  })

  test('is not asked for without words', async () => {
    const { calls } = open()
    await ask('')
    expect(screen.getByText('Ingrese un comentario')).toBeTruthy()
    expect(calls('/request/create/')).toHaveLength(0)
  })

  test('that could not be asked for says why, and keeps the words', async () => {
    open({ 'POST /api/request/create/': json(503, 'Servicio no disponible') })
    await ask('Mi fono es otro')
    expect((await screen.findByRole('alert')).textContent).toBe('Servicio no disponible')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Mi fono es otro')
  })

  test('of who has no sale is asked for by letter', async () => {
    open({ 'GET /api/sales-data/': json(200, []) })
    await waitFor(() => expect(screen.getByText(/Para pedirlos, escribe a/)).toBeTruthy())
    expect(screen.queryByRole('button', { name: 'Pedir' })).toBeNull()
  })
})
