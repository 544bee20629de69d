import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../seeds/personas.ts'
import { sampleExport } from '../seeds/sample-export.ts'
import { type Finished, freePort, type Machine, openMachine, stop } from './carpeta-process.ts'
import { openPostOffice } from './post-office.ts'

// Whole processes, one after another.
vi.setConfig({ testTimeout: 60_000 })

let dataDir: string
let start: Machine['start']
let run: Machine['run']
let serve: Machine['serve']
beforeEach(() => {
  ;({ dataDir, start, run, serve } = openMachine())
})

function postgresOf(folder: string): string {
  return execFileSync('ps', ['-eo', 'args'])
    .toString()
    .split('\n')
    .filter((line) => line.includes(folder))
    .join('\n')
}

/** One of the server processes of this data folder's own PostgreSQL. */
function aBackendOf(folder: string): number {
  const file = join(folder, 'postgres', 'cluster', 'postmaster.pid')
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!(postmaster > 1)) throw new Error('no PostgreSQL of ours is running')
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

describe('carpeta serve', () => {
  test('starts with the sample cooperative, stops clean, and finds its data again', async () => {
    const port = await freePort()
    const first = await serve(port)
    expect(first.output.stdout).toContain(`Carpeta Virtual está en http://localhost:${port}`)
    expect(first.output.stdout).toContain('se cargó la cooperativa de ejemplo')
    expect(first.output.stdout).toContain('12.345.678-5')
    expect(await logInAsRosa(port)).toBe(200)
    await stop(first.child, 'SIGINT')
    expect((await first.finished).code).toBe(0)
    expect(postgresOf(dataDir)).toBe('')

    const second = await serve(port)
    expect(second.output.stdout).not.toContain('se cargó la cooperativa de ejemplo')
    expect(await logInAsRosa(port)).toBe(200)
    await stop(second.child, 'SIGTERM')
    expect((await second.finished).code).toBe(0)
  })

  test('a taken port is a sentence, and nothing is left running', async () => {
    const port = await freePort()
    const blocker = createServer().listen(port, 'localhost')
    const { code, stderr } = await run(['serve'], { PORT: String(port) })
    blocker.close()
    expect(stderr).toBe(`El puerto ${port} está ocupado. Libérelo, o indique otro con PORT.\n`)
    expect(code).toBe(1)
    expect(postgresOf(dataDir)).toBe('')
  })

  test('a data folder that another portal uses is a sentence', async () => {
    await serve(await freePort())
    const { code, stderr } = await run(['serve'], { PORT: String(await freePort()) })
    expect(stderr).toBe(
      `La carpeta de datos ${dataDir} ya la usa otro portal en marcha. Deténgalo, o indique otra con DATA_DIR.\n`,
    )
    expect(code).toBe(2)
  })

  test('after kill -9 the next start goes on where it was', async () => {
    const port = await freePort()
    const killed = await serve(port)
    await stop(killed.child, 'SIGKILL')
    const next = await serve(port)
    expect(await logInAsRosa(port)).toBe(200)
    await stop(next.child, 'SIGINT')
    expect(postgresOf(dataDir)).toBe('')
  })

  test('several processes may be the first at once: one makes the database, the others join', async () => {
    const port = await freePort()
    const commands = Promise.all([run(['migrate']), run(['migrate']), run(['migrate'])])
    await serve(port)
    for (const { code, stderr } of await commands) {
      expect(stderr).toBe('')
      expect(code).toBe(0)
    }
    expect(await logInAsRosa(port)).toBe(200)
    expect(readdirSync(join(dataDir, 'postgres')).toSorted()).toEqual(['cluster', 'password'])
  })

  test('a letter that was being posted at a kill -9 is posted by the next start', async () => {
    const [port, silent] = [await freePort(), await openPostOffice({ answers: false })]
    const SMTP_URL = `smtp://127.0.0.1:${silent.port}`
    const killed = await serve(port, { SMTP_URL })
    await vi.waitFor(() => expect(silent.received).toHaveLength(1), 15_000)
    await stop(killed.child, 'SIGKILL')
    await silent.close()

    // Another letter of the kind: nobody can know whether the first one was accepted.
    const office = await openPostOffice({ port: silent.port })
    await serve(port, { SMTP_URL })
    await vi.waitFor(() => expect(office.received).toHaveLength(1), 15_000)
    const { subject, to } = silent.received[0] ?? {}
    expect(office.received[0]).toMatchObject({ subject, to })
    await office.close()
  })

  test('when PostgreSQL restarts by itself the portal keeps its hold on it', async () => {
    const port = await freePort()
    await serve(port)
    // Its first letter says that the worker has started too.
    await vi.waitFor(() => readFileSync(join(dataDir, 'mailbox', '000001.eml')), 15_000)
    process.kill(aBackendOf(dataDir), 'SIGKILL')
    await vi.waitFor(async () => expect(await logInAsRosa(port)).toBe(200), 15_000)

    expect((await run(['migrate'])).code).toBe(0)
    expect(await logInAsRosa(port)).toBe(200)
    const second = await run(['serve'], { PORT: String(await freePort()) })
    expect(second.stderr).toMatch(/ya la usa otro portal en marcha/)
  })

  test('a wrong setting is named', async () => {
    const { code, stderr } = await run(['serve'], { PORT: 'ocho' })
    expect(stderr).toMatch(/^Configuración no válida: PORT \(vale «ocho»\)/)
    expect(code).toBe(2)
  })

  test('a database with the sample accounts serves nothing but local runs', async () => {
    const first = await serve(await freePort())
    await stop(first.child, 'SIGINT')
    const { code, stderr } = await run(['serve'], { ENVIRONMENT: 'test' })
    expect(stderr).toMatch(/^Esta base tiene las cuentas de ejemplo/)
    expect(code).toBe(2)
    expect(postgresOf(dataDir)).toBe('')
  })

  test('production starts without sample accounts', async () => {
    const port = await freePort()
    const { output } = await serve(port, {
      ENVIRONMENT: 'production',
      PUBLIC_URL: `http://localhost:${port}`,
      SECRET_KEY: 'Zk3v9QmT7xLw2RbN8cHs5YpD1fGj6AeUq0',
    })
    expect(output.stdout).not.toContain('Carpeta#2026')
    expect(await logInAsRosa(port)).toBe(400)
  })
})

describe('carpeta import', () => {
  function exportFile(text: string): string {
    const path = join(dataDir, 'export.ndjson')
    writeFileSync(path, text)
    return path
  }

  test('loads beside a running portal, says what it did, and exits 0, 3, 4 or 2', async () => {
    await serve(await freePort(), { ENVIRONMENT: 'test' })
    const whole = exportFile(sampleExport())
    const dry = await run(['import', whole, '--dry-run'])
    expect(dry.stdout).toContain('Ensayo: no se escribió nada.')
    expect(dry.code).toBe(0)

    const applied = await run(['import', whole])
    expect(applied.stdout).toContain('Carga aplicada.')
    expect(applied.stdout).toMatch(/Nuevas\s+9\n/)
    expect(applied.code).toBe(0)

    const spoilt = exportFile(
      sampleExport().replace('"cliente_rut":"12345678-5"', '"cliente_rut":"12345678-4"'),
    )
    const refused = await run(['import', spoilt])
    expect(refused.stderr).toMatch(/^Carga rechazada; nada cambió. 1 de 9 ventas vienen malas/)
    expect(refused.code).toBe(4)

    const tolerated = await run(['import', spoilt, '--max-rejects', '20'])
    expect(tolerated.stdout).toContain(
      'línea 2, venta V-1001, venta.cliente_rut: «12345678-4» no es un rut válido',
    )
    expect(tolerated.code).toBe(3)
  })

  test('wrong use is a 2', async () => {
    expect((await run(['import', join(dataDir, 'nada.ndjson')])).code).toBe(2)
    const whole = gzipSync(sampleExport())
    for (const [name, bytes] of [
      ['cut.gz', whole.subarray(0, 1000)],
      ['none.gz', Buffer.from('hola')],
    ] as const) {
      writeFileSync(join(dataDir, name), bytes)
      const { code, stderr } = await run(['import', join(dataDir, name)])
      expect(stderr).toMatch(/^No se puede leer el archivo/)
      expect(code).toBe(2)
    }
    expect((await run(['import'])).code).toBe(2)
    expect((await run(['import', 'x', '--max-rejects', 'mucho'])).code).toBe(2)
    expect((await run(['nada'])).code).toBe(2)
    expect((await run(['import', '--help'])).code).toBe(0)
  })
})

describe('accounts by command', () => {
  const superuser = [
    ...['create-superuser', '--rut', '7.654.321-6', '--email', 'ti@cooperativa.example'],
    ...['--first-name', 'Julia', '--last-name', 'Pérez'],
  ]

  function createSuperuser(password: string): Promise<Finished> {
    const { child, finished } = start(superuser, { ENVIRONMENT: 'test' })
    child.stdin?.end(`${password}\n`)
    return finished
  }

  test('a superuser’s password is read from standard input and keeps the rules', async () => {
    const weak = await createSuperuser('Perez-Julia#77')
    expect(weak.stderr).toBe('La contraseña no puede contener tus datos\n')
    expect(weak.code).toBe(2)
    const made = await createSuperuser('Quillay#4471')
    expect(made.stdout).toBe('Superusuario creado.\n')
    expect(made.code).toBe(0)
    const again = await createSuperuser('Quillay#4471')
    expect(again.stderr).toBe('Ya existe un usuario con este rut\n')
  })

  test('invitations go to one, or to all who have none yet', async () => {
    const file = join(dataDir, 'export.ndjson')
    writeFileSync(file, sampleExport())
    await run(['import', file], { ENVIRONMENT: 'test' })
    const rosa = await run(['invite', '--rut', '12.345.678-5'], { ENVIRONMENT: 'test' })
    expect(rosa.stdout).toMatch(/^1 carta en camino/)
    const all = await run(['invite', '--all-not-invited'], { ENVIRONMENT: 'test' })
    expect(all.stdout).toMatch(/^6 cartas en camino/)
    const none = await run(['invite', '--all-not-invited'], { ENVIRONMENT: 'test' })
    expect(none.stdout).toMatch(/^0 cartas en camino/)
    const twice = await run(['invite', '--rut', '12.345.678-5'], { ENVIRONMENT: 'test' })
    expect(twice.stderr).toMatch(/sin carta en camino, que tenga ese rut\.$/m)
    expect(twice.code).toBe(1)
    const nobody = await run(['invite', '--rut', '1-9'], { ENVIRONMENT: 'test' })
    expect(nobody.code).toBe(1)
    expect((await run(['invite'], { ENVIRONMENT: 'test' })).code).toBe(2)
  })
})

test('the sample cooperative is refused outside local', async () => {
  const { code, stderr } = await run(['sample'], { ENVIRONMENT: 'test' })
  expect(stderr).toBe('La cooperativa de ejemplo solo se carga con ENVIRONMENT=local.\n')
  expect(code).toBe(2)
})
