import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { expect, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { openMachineWith, openSampleMachine } from '../../test/carpeta-process.ts'
import { freePort } from '../../test/free-port.ts'
import { freezable } from '../../test/frozen-postgres.ts'

// Whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000 })

const body = JSON.stringify({ username: personas.rosa.rut, password: SAMPLE_PASSWORD })

/** Begins a login without the last byte of its body; resolves once the portal has read its head. */
async function beginLogin(origin: string) {
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
      // The portal confirms that it has read the head: without it a call that is still on its way
      // when the portal stops would be refused.
      expect: '100-continue',
    },
  })
  const status = new Promise<number | undefined>((done, fail) => {
    sending.on('response', (response) => done(response.resume().statusCode))
    sending.on('error', fail)
  })
  sending.flushHeaders()
  await once(sending, 'continue')
  sending.write(body.slice(0, -1))
  return { sendLastByte: () => sending.end(body.slice(-1)), status }
}

test.concurrent('after SIGTERM a call whose body arrives is answered, and one whose body never does ends with the process, in time (security 12.4)', async ({
  onTestFinished,
}) => {
  const { serve } = await openMachineWith('sample', onTestFinished)
  const port = await freePort()
  const portal = await serve(port)
  const origin = `http://localhost:${port}`
  const [unfinished, late] = [await beginLogin(origin), await beginLogin(origin)]

  portal.child.kill('SIGTERM')
  // No new call is accepted any more.
  await vi.waitFor(() => expect(fetch(`${origin}/api/health/`)).rejects.toThrow(), 60_000)
  late.sendLastByte()
  expect(await Promise.all([late.status, unfinished.status])).toEqual([200, 408])
  // It ends by itself, before the limit of the whole stop: Node would keep the connection for minutes.
  expect((await portal.finished).code).toBe(0)
})

test.concurrent('a portal whose terminal closes (SIGHUP) stops as with SIGTERM (security 12.194)', async ({
  onTestFinished,
}) => {
  const { serve } = await openMachineWith('sample', onTestFinished)
  const portal = await serve(await freePort())
  portal.child.kill('SIGHUP')
  expect((await portal.finished).code).toBe(0)
})

test.concurrent('a process whose database is frozen ends in time too (security 12.4)', async ({
  onTestFinished,
}) => {
  const machine = await openSampleMachine({ limits: 'production', atEnd: onTestFinished })
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
