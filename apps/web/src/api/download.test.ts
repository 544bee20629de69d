import { beforeEach, expect, test } from 'vitest'
import { connectSession } from '../session/connect-session.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { download } from './download.ts'

beforeEach(connectSession)

const path = '/api/sales/V-1/statement.pdf'
const pdf = () => new Response('%PDF', { headers: { 'Content-Type': 'application/pdf' } })

test('a file is downloaded unchanged, with the session', async () => {
  const { calls } = fakeServer({ [`GET ${path}`]: pdf() })
  const file = await download('GET /api/sales/:code/statement.pdf', { params: { code: 'V-1' } })
  expect(await file?.text()).toBe('%PDF')
  expect(calls(path)[0]?.credentials).toBe('include')
})

test('a refused download shows the message of the server', async () => {
  fakeServer({ [`GET ${path}`]: json(503, 'Servicio no disponible. Inténtalo más tarde.') })
  await expect(
    download('GET /api/sales/:code/statement.pdf', { params: { code: 'V-1' } }),
  ).rejects.toThrow('Servicio no disponible. Inténtalo más tarde.')
})

test('an HTML page instead of the file is not saved', async () => {
  const page = new Response('<html></html>', { headers: { 'Content-Type': 'text/html' } })
  fakeServer({ [`GET ${path}`]: page })
  await expect(
    download('GET /api/sales/:code/statement.pdf', { params: { code: 'V-1' } }),
  ).rejects.toThrow('Ocurrió un error ...')
})
