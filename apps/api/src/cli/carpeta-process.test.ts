import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { sampleExport } from '../../seeds/sample-export.ts'
import { type Finished, freePort, openMachine, stop } from '../../test/carpeta-process.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import { openMailServer } from '../../test/smtp-server.ts'
import { importSales } from '../imports/import-sales.ts'

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

  test('starts with the sample cooperative, stops clean, and finds its data again', async () => {
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
  test('of several processes at once one creates the database and the others join', async () => {
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
    const { dataDir, serve } = openMachine()
    const [port, silent] = [await freePort(), await openMailServer({ answers: false })]
    const SMTP_URL = `smtp://127.0.0.1:${silent.port}`
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
    const { code, stderr } = await openMachine().run(['serve'], { PORT: 'ocho' })
    expect(stderr).toMatch(/^Configuración no válida: PORT \(vale «ocho»\)/)
    expect(code).toBe(2)
  })

  test('production starts without sample accounts', async ({ onTestFinished }) => {
    const { serve } = await openEmptyMachine(onTestFinished)
    const port = await freePort()
    const { output } = await serve(port, {
      ENVIRONMENT: 'production',
      PUBLIC_URL: `http://localhost:${port}`,
      SECRET_KEY: 'Zk3v9QmT7xLw2RbN8cHs5YpD1fGj6AeUq0',
    })
    expect(output.stdout).not.toContain(SAMPLE_PASSWORD)
    expect(await logInAsRosa(port)).toBe(400)
  })
})

describe.concurrent('carpeta import', () => {
  test('reports the result, and exits with 0, 3 or 4', async ({ onTestFinished }) => {
    const { run, keep } = await openEmptyMachine(onTestFinished)
    const whole = keep('export.ndjson', sampleExport())
    const dry = await run(['import', whole, '--dry-run'])
    expect(dry.stdout).toContain('Ensayo: no se escribió nada.')
    expect(dry.code).toBe(0)

    const applied = await run(['import', whole])
    expect(applied.stdout).toContain('Carga aplicada.')
    expect(applied.stdout).toMatch(/Nuevas\s+9\n/)
    expect(applied.code).toBe(0)

    const spoilt = keep(
      'spoilt.ndjson',
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

  test('wrong use exits with 2', async ({ onTestFinished }) => {
    const { run, keep, dataDir } = await openEmptyMachine(onTestFinished)
    expect((await run(['import', join(dataDir, 'nada.ndjson')])).code).toBe(2)
    for (const [name, bytes] of [
      ['cut.gz', gzipSync(sampleExport()).subarray(0, 1000)],
      ['none.gz', Buffer.from('hola')],
    ] as const) {
      const { code, stderr } = await run(['import', keep(name, bytes)])
      expect(stderr).toMatch(/^No se puede leer el archivo/)
      expect(code).toBe(2)
    }
    expect((await run(['import'])).code).toBe(2)
    expect((await run(['import', 'x', '--max-rejects', 'mucho'])).code).toBe(2)
    expect((await run(['nada'])).code).toBe(2)
    expect((await run(['import', '--help'])).code).toBe(0)
  })
})

describe.concurrent('accounts by command', () => {
  test('a superuser’s password is read from standard input and keeps the rules', async ({
    onTestFinished,
  }) => {
    const { start } = await openEmptyMachine(onTestFinished)
    const createSuperuser = (password: string): Promise<Finished> => {
      const { child, finished } = start([
        ...['create-superuser', '--rut', '7.654.321-6', '--email', 'ti@cooperativa.example'],
        ...['--first-name', 'Julia', '--last-name', 'Pérez'],
      ])
      child.stdin?.end(`${password}\n`)
      return finished
    }
    const weak = await createSuperuser('Perez-Julia#77')
    expect(weak.stderr).toBe('La contraseña no puede contener tus datos\n')
    expect(weak.code).toBe(2)
    const made = await createSuperuser('Quillay#4471')
    expect(made.stdout).toBe('Superusuario creado.\n')
    expect(made.code).toBe(0)
    const again = await createSuperuser('Quillay#4471')
    expect(again.stderr).toBe('Ya existe un usuario con este rut\n')
  })

  test('invitations go to one, or to all who have none yet', async ({ onTestFinished }) => {
    const { run, keep, database } = await openEmptyMachine(onTestFinished)
    await importSales(database.db, keep('export.ndjson', sampleExport()))
    const rosa = await run(['invite', '--rut', '12.345.678-5'])
    expect(rosa.stdout).toMatch(/^1 correo en camino/)
    const all = await run(['invite', '--all-not-invited'])
    expect(all.stdout).toMatch(/^6 correos en camino/)
    const none = await run(['invite', '--all-not-invited'])
    expect(none.stdout).toMatch(/^0 correos en camino/)
    const twice = await run(['invite', '--rut', '12.345.678-5'])
    expect(twice.stderr).toMatch(/tiene un correo en camino\.$/m)
    expect(twice.code).toBe(1)
    const unknown = await run(['invite', '--rut', '1-9'])
    expect(unknown).toMatchObject({ code: 1, stderr: 'No hay una cuenta con ese rut.\n' })
    const wrong = await run(['invite', '--rut', '1-2'])
    expect(wrong).toMatchObject({ code: 2, stderr: 'Rut no válido.\n' })
    expect((await run(['invite'])).code).toBe(2)
  })
})

test('wrong use and help are in Spanish', async () => {
  const { run } = openMachine()
  const hint = '(carpeta COMANDO --help explica cada uno)'
  for (const [args, said] of [
    [['backup'], 'No hay un comando «backup».'],
    [['backup', '--help'], 'No hay un comando «backup».'],
    [['help', 'backup'], 'No hay un comando «backup».'],
    [['audit', 'nada', '--help'], 'No hay un comando «nada».'],
    [['import'], 'Falta <archivo>.'],
    [['import', 'x', '--nada'], 'No hay una opción «--nada».'],
    [['import', 'x', 'y'], 'Sobran argumentos.'],
    [['invite', '--rut'], 'A la opción «--rut <rut>» le falta su valor.'],
    [['demote-superuser'], 'Falta la opción «--rut <rut>».'],
  ] as const) {
    const { code, stderr } = await run([...args])
    expect({ code, said: stderr.split('\n')[0] }, args.join(' ')).toEqual({ code: 2, said })
    expect(stderr).toContain(hint)
  }
  for (const args of [['--help'], ['help', 'import'], ['import', '--help'], ['audit', '--help']]) {
    const { code, stdout } = await run(args)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Uso: carpeta /)
    expect(stdout).not.toMatch(/Usage|Options|Arguments|Commands|\[options|display|default/)
  }
})

test('a database that is down is reported with its host, without the password', async () => {
  const port = await freePort()
  const { code, stderr } = await openMachine().run(['migrate'], {
    DATABASE_URL: `postgres://portal:Secreta99@localhost:${port}/carpeta`,
  })
  expect(code).toBe(1)
  expect(stderr).toBe(
    `La base de datos en localhost:${port} no responde (ECONNREFUSED). Revise DATABASE_URL, y que PostgreSQL esté en marcha.\n`,
  )
})

test('the sample cooperative is refused outside local, before anything starts', async () => {
  const { run, dataDir } = openMachine()
  const { code, stderr } = await run(['sample'], { ENVIRONMENT: 'test' })
  expect(stderr).toBe('La cooperativa de ejemplo solo se carga con ENVIRONMENT=local.\n')
  expect(code).toBe(2)
  expect(readdirSync(dataDir)).not.toContain('postgres')
})

/**
 * A machine with an empty database on the server that all tests share: these commands have nothing
 * to do with the embedded one.
 */
async function openEmptyMachine(atEnd: (work: () => Promise<void>) => void) {
  const database = await cloneDatabase('empty')
  atEnd(() => database.close())
  const machine = openMachine({ atEnd })
  const env = {
    ENVIRONMENT: 'test',
    DATABASE_URL: String(database.pool.options.connectionString),
  }
  return {
    dataDir: machine.dataDir,
    database,
    start: (args: string[]) => machine.start(args, env),
    run: (args: string[]) => machine.run(args, env),
    serve: (port: number, more: Record<string, string>) => machine.serve(port, { ...env, ...more }),
    /** Writes a file there. @returns its path */
    keep: (name: string, content: string | Buffer) => {
      const path = join(machine.dataDir, name)
      writeFileSync(path, content)
      return path
    },
  }
}
