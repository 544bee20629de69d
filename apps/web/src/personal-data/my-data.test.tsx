import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff, buildUser } from '../testing/build-user.ts'
import { buildWireSale } from '../testing/build-wire-sale.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { reconnect } from '../testing/reconnect.ts'
import { renderAt } from '../testing/render-at.tsx'
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

function open(more: Parameters<typeof fakeServer>[0] = {}, path = '/profile') {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/client/rights/': json(200, { results: [rectification] }),
    'GET /api/sales-data/': json(200, [buildWireSale()]),
    ...more,
  })
  renderAt(path, <MyData user={buildUser()} />)
  return server
}

async function ask(text: string) {
  await userEvent.click(await screen.findByText('Rectificación de mis datos'))
  const field = 'Qué necesitas: Rectificación de mis datos'
  if (text) await userEvent.type(screen.getByRole('textbox', { name: field }), text)
  await userEvent.click(screen.getByRole('button', { name: 'Pedir: Rectificación de mis datos' }))
}

describe('the user’s data', () => {
  test('that cannot be fetched show why, in place', async () => {
    open({ 'GET /api/client/data.pdf': json(429, 'Inténtalo más tarde') })
    await userEvent.click(screen.getByRole('button', { name: 'Descargar PDF' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Inténtalo más tarde')
  })

  test('are available to staff too; data-subject requests need a sale', () => {
    const { seen } = fakeServer({})
    renderAt('/profile', <MyData user={buildStaff()} />)
    expect(screen.getByRole('button', { name: 'Descargar JSON' })).toBeTruthy()
    expect(screen.queryByText('Tus derechos')).toBeNull()
    expect(seen).toEqual([])
  })
})

describe('a data-subject request', () => {
  const taken = {
    'POST /api/request/create/': json(201, { id: 7 }),
    'POST /api/request/send/': json(200, { id: 7, sent_at: '2026-11-20T12:00:00Z' }),
  }

  test('is created with a comment and sent (§12.73)', async () => {
    const { calls } = open(taken)
    await ask('Mi fono es otro')
    expect(await screen.findByText(/Recibimos lo que pediste/)).toBeTruthy()
    expect(JSON.parse(String(calls('/request/create/')[0]?.body))).toMatchObject({
      procedure_id: 11,
      comment: 'Mi fono es otro',
    })
    expect(JSON.parse(String(calls('/request/send/')[0]?.body))).toMatchObject({ request_id: 7 })
  })

  test('that was sent is found in Mis Trámites, whose list is read again', async () => {
    const { calls } = open(taken)
    await ask('Mi fono es otro')
    const link = await screen.findByRole('link', { name: 'Mis Trámites' })
    expect(link.getAttribute('href')).toBe('/dashboard?venta=V-1&tab=mis-tramites&solicitud=7')
    await waitFor(() => expect(calls('/api/sales-data/')).toHaveLength(2))
  })

  test('can be sent again, as another request', async () => {
    const { calls } = open(taken)
    await ask('Mi fono es otro')
    await userEvent.click(await screen.findByRole('button', { name: 'Pedir otra vez' }))
    await userEvent.type(screen.getByRole('textbox'), 'Y mi correo')
    await userEvent.click(screen.getByRole('button', { name: /^Pedir/ }))
    await screen.findByText(/Recibimos lo que pediste/)
    const keys = calls('/request/create/').map(({ headers }) => headers['Idempotency-Key'])
    expect(new Set(keys).size).toBe(2)
  })

  test('keeps its text during a failure that comes meanwhile', async () => {
    const { calls } = open({
      'GET /api/client/rights/': [
        json(200, { results: [rectification] }),
        json(422, 'No disponible'),
      ],
    })
    await userEvent.click(await screen.findByText('Rectificación de mis datos'))
    await userEvent.type(screen.getByRole('textbox'), 'Mi fono')
    reconnect()
    await screen.findByText('No disponible')
    expect(calls('/api/client/rights/')).toHaveLength(2)
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Mi fono')
  })

  test('needs a text', async () => {
    const { calls } = open()
    await ask('')
    expect(screen.getByText('Ingrese un comentario')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
    expect(calls('/request/create/')).toHaveLength(0)
  })

  test('that fails shows why, and keeps the text', async () => {
    open({ 'POST /api/request/create/': json(503, 'Servicio no disponible') })
    await ask('Mi fono es otro')
    expect((await screen.findByRole('alert')).textContent).toBe('Servicio no disponible')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Mi fono es otro')
  })

  test('of a member without a sale is made by email', async () => {
    open({ 'GET /api/sales-data/': json(200, []) })
    await waitFor(() => expect(screen.getByText(/Para pedirlos, escribe a/)).toBeTruthy())
    expect(screen.queryByRole('button', { name: 'Pedir' })).toBeNull()
  })
})
