import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../../seeds/personas.ts'
import { freePort, openMachine } from '../../../test/carpeta-process.ts'
import { freezable } from '../../../test/frozen-postgres.ts'

// Whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 })

const body = JSON.stringify({ username: personas.rosa.rut, password: SAMPLE_PASSWORD })

/** Sends a login without its last byte. The portal waits for it: others were answered meanwhile. */
async function beginLogin(origin: string): Promise<ClientRequest> {
  const first = await fetch(`${origin}/api/auth/csrftoken/`)
  const { token } = (await first.json()) as { token: string }
  const cookies = first.headers.getSetCookie().map((line) => line.split(';')[0])
  const sending = httpRequest(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: {
      cookie: cookies.join('; '),
      'x-csrftoken': token,
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
  sending.write(body.slice(0, -1))
  return sending
}

async function statusOf(sending: ClientRequest): Promise<number | undefined> {
  const [response] = (await once(sending, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

test('after SIGTERM a call whose body arrives is answered, and one whose body never does ends with the process, in time', async () => {
  const { serve } = openMachine()
  const port = await freePort()
  const portal = await serve(port)
  const origin = `http://localhost:${port}`
  const [unfinished, late] = [await beginLogin(origin), await beginLogin(origin)]
  // The portal reads both: a call that was sent later has been answered.
  await vi.waitFor(async () => expect((await fetch(`${origin}/api/health/`)).status).toBe(200))

  const begun = performance.now()
  portal.child.kill('SIGTERM')
  // No new call is accepted any more.
  await vi.waitFor(() => expect(fetch(`${origin}/api/health/`)).rejects.toThrow(), 20_000)
  late.end(body.slice(-1))
  expect(await statusOf(late)).toBe(200)
  expect(await statusOf(unfinished)).toBe(408)
  expect((await portal.finished).code).toBe(0)
  // The limit itself: Node would keep the connection for minutes.
  expect(performance.now() - begun).toBeLessThan(25_000)
})

test('a process whose database is frozen ends in time too', async ({ onTestFinished }) => {
  const machine = openMachine()
  const portal = await machine.serve(await freePort())
  const { freeze, thaw } = freezable(machine.dataDir)
  freeze()
  onTestFinished(async () => {
    thaw()
    // The last process stops the PostgreSQL that was left.
    await machine.run(['migrate'])
  })
  portal.child.kill('SIGTERM')
  const { code, stderr } = await portal.finished
  expect(code).toBe(1)
  expect(stderr).toContain('No todo se detuvo en 25 segundos')
})
