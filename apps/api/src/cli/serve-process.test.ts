import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import {
  openMachine,
  openMachineWith,
  openSampleMachine,
  stop,
} from '../../test/carpeta-process.ts'
import { freePort } from '../../test/free-port.ts'
import { openMailServer } from '../../test/smtp-server.ts'
import { productionSettings } from '../../test/test-config.ts'

// Runs whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

function postgresOf(folder: string): string {
  return execFileSync('ps', ['-eo', 'args'])
    .toString()
    .split('\n')
    .filter((line) => line.includes(folder))
    .join('\n')
}

/** A backend process of this data folder's PostgreSQL. */
function backendOf(folder: string): number {
  const file = join(folder, 'postgres', 'cluster', 'postmaster.pid')
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!(postmaster > 1)) throw new Error('no PostgreSQL runs on this data folder')
  return Number(
    execFileSync('pgrep', ['-P', String(postmaster)])
      .toString()
      .split('\n')[0],
  )
}

async function logInAsRosa(port: number): Promise<number> {
  const origin = `http://localhost:${port}`
  const first = await fetch(`${origin}/api/auth/csrftoken/`)
  const { token } = (await first.json()) as { token: string }
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { status } = await fetch(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: { cookie, 'x-csrftoken': token, 'content-type': 'application/json' },
    body: JSON.stringify({ username: personas.rosa.rut, password: SAMPLE_PASSWORD }),
  })
  return status
}

describe('a data folder, from its first start on', () => {
  const machine = openMachine({ atEnd: afterAll })
  // Each test starts without a running PostgreSQL, and with the sample cooperative.
  afterEach(() => expect(postgresOf(machine.dataDir)).toBe(''))

  test('starts with the sample cooperative, stops clean, and finds its data again (security 12.4)', async () => {
    const port = await freePort()
    const first = await machine.serve(port)
    expect(first.output.stdout).toContain(`Carpeta Virtual está en http://localhost:${port}`)
    expect(first.output.stdout).toContain('se cargó la cooperativa de ejemplo')
    expect(first.output.stdout).toContain('12.345.678-5')
    expect(await logInAsRosa(port)).toBe(200)
    await stop(first.child, 'SIGINT')
    expect((await first.finished).code).toBe(0)
    expect(postgresOf(machine.dataDir)).toBe('')

    const second = await machine.serve(port)
    expect(second.output.stdout).not.toContain('se cargó la cooperativa de ejemplo')
    expect(await logInAsRosa(port)).toBe(200)
    await stop(second.child, 'SIGTERM')
    expect((await second.finished).code).toBe(0)
  })

  test('a taken port is reported, and nothing is left running', async () => {
    const port = await freePort()
    const blocker = createServer().listen(port, 'localhost')
    const { code, stderr } = await machine.run(['serve'], { PORT: String(port) })
    blocker.close()
    expect(stderr).toBe(`El puerto ${port} está ocupado. Libérelo, o indique otro con PORT.\n`)
    expect(code).toBe(1)
  })

  test('so is a taken port of the metrics, by portal and worker, before a database is made (§12.1032)', async ({
    onTestFinished,
  }) => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    onTestFinished(() => void blocker.close())
    const { port } = blocker.address() as AddressInfo
    const { run, dataDir } = openMachine()
    const env = { PORT: String(await freePort()), METRICS_PORT: String(port) }
    for (const args of [['serve'], ['worker']]) {
      const { code, stderr } = await run(args, env)
      expect(stderr).toBe(
        `El puerto ${port} está ocupado. Libérelo, o indique otro con METRICS_PORT.\n`,
      )
      expect(code).toBe(1)
    }
    expect(readdirSync(dataDir)).not.toContain('postgres')
  })

  test('serves nothing but local runs while it has the sample accounts', async () => {
    const { code, stderr } = await machine.run(['serve'], { ENVIRONMENT: 'test' })
    expect(stderr).toMatch(/^Esta base tiene las cuentas de ejemplo/)
    expect(code).toBe(2)
  })

  test('stays locked by its portal when PostgreSQL restarts by itself: commands join, no other portal', async () => {
    const port = await freePort()
    const portal = await machine.serve(port)
    process.kill(backendOf(machine.dataDir), 'SIGKILL')
    await vi.waitFor(async () => expect(await logInAsRosa(port)).toBe(200), 60_000)

    expect((await machine.run(['migrate'])).code).toBe(0)
    expect(await logInAsRosa(port)).toBe(200)
    const { code, stderr } = await machine.run(['serve'], { PORT: String(await freePort()) })
    expect(stderr).toBe(
      `La carpeta de datos ${machine.dataDir} ya la usa otro portal en marcha. Deténgalo, o indique otra con DATA_DIR.\n`,
    )
    expect(code).toBe(2)
    await stop(portal.child, 'SIGTERM')
  })
})

describe('carpeta serve', () => {
  test('of several processes at once one creates the database and the others join (security 12.12)', async () => {
    const { dataDir, run, serve } = openMachine()
    const port = await freePort()
    const commands = Promise.all([run(['migrate']), run(['migrate'])])
    await serve(port)
    for (const { code, stderr } of await commands) {
      expect(stderr).toBe('')
      expect(code).toBe(0)
    }
    expect(await logInAsRosa(port)).toBe(200)
    expect(readdirSync(join(dataDir, 'postgres')).toSorted()).toEqual(['cluster', 'password'])
  })

  test('after kill -9 the next start goes on, with the email that was being sent', async () => {
    const { dataDir, serve } = await openSampleMachine()
    const [port, silent] = [await freePort(), await openMailServer({ answers: false })]
    const SMTP_URL = silent.url
    const killed = await serve(port, { SMTP_URL })
    await vi.waitFor(() => expect(silent.received).toHaveLength(1), 60_000)
    await stop(killed.child, 'SIGKILL')
    await silent.close()

    // The email is sent again, because the portal cannot know whether the first was accepted.
    const mailServer = await openMailServer({ port: silent.port })
    const next = await serve(port, { SMTP_URL })
    expect(await logInAsRosa(port)).toBe(200)
    await vi.waitFor(() => expect(mailServer.received).toHaveLength(1), 60_000)
    const { subject, to } = silent.received[0] ?? {}
    expect(mailServer.received[0]).toMatchObject({ subject, to })
    await mailServer.close()
    await stop(next.child, 'SIGINT')
    expect(postgresOf(dataDir)).toBe('')
  })

  test('a wrong setting is named', async () => {
    const { code, stderr } = await openMachine().command(['serve'], { PORT: 'ocho' })
    expect(stderr).toMatch(/^Configuración no válida: PORT \(vale «ocho»\)/)
    expect(code).toBe(2)
  })

  test('production starts without sample accounts (security 6.19, security 12.27)', async ({
    onTestFinished,
  }) => {
    const { serve, database } = await openMachineWith('empty', onTestFinished)
    const port = await freePort()
    const { output } = await serve(port, {
      ...productionSettings,
      DATABASE_URL: String(database.pool.options.connectionString),
      PUBLIC_URL: `http://localhost:${port}`,
      ALLOW_HTTP: 'true',
    })
    expect(output.stdout).not.toContain(SAMPLE_PASSWORD)
    expect(await logInAsRosa(port)).toBe(400)
    expect(output.stdout).toContain('Ningún documento pasa por un antivirus')
    expect(output.stdout).toContain('Contraseñas y sesiones viajan sin cifrar')
  })
})
