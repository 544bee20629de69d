import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { temporaryFolder } from '../../test/backup/installations.ts'
import {
  openMachine,
  openMachineWith,
  openSampleMachine,
  stop,
} from '../../test/carpeta-process.ts'
import { freePort } from '../../test/free-port.ts'
import { cloneDatabase, createDatabase, testConfig } from '../../test/open-portal.ts'

// Runs whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** What Rosa is answered by the portal on this port, after she logs in. */
async function rosasSales(port: number): Promise<string> {
  const origin = `http://localhost:${port}`
  const first = await fetch(`${origin}/api/auth/csrftoken/`)
  const { token } = (await first.json()) as { token: string }
  const cookiesOf = (answer: Response) =>
    answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const login = await fetch(`${origin}/api/auth/login/`, {
    method: 'POST',
    headers: {
      cookie: cookiesOf(first).join('; '),
      'x-csrftoken': token,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ username: personas.rosa.rut, password: SAMPLE_PASSWORD }),
  })
  expect(login.status).toBe(200)
  const cookie = [...cookiesOf(first), ...cookiesOf(login)].join('; ')
  return (await fetch(`${origin}/api/sales-data/`, { headers: { cookie } })).text()
}

test('beside a backup whose date is ahead a new one stays, and a restore asks which one (security 12.505)', async () => {
  const folder = temporaryFolder()
  const ahead = 'carpeta-2099-01-01T054000Z.tar.gz'
  writeFileSync(join(folder, ahead), '')
  const machine = await openSampleMachine()
  const made = await machine.run(['backup', folder, '--keep', '1'])
  expect(made).toMatchObject({ code: 0, stderr: '' })
  const names = readdirSync(folder).filter((name) => name.endsWith('.gz'))
  expect(names.toSorted()).toEqual([made.stdout.match(/carpeta-\S+\.gz/)?.[0], ahead])
  const restored = await machine.run(['restore', folder, '--rehearse'])
  expect(restored).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(new RegExp(`${ahead}, en .* tiene fecha futura.*--name`)),
  })
})

test('a backup that lacks a file removes no older one, which may be the last that has it; once it is back, the older ones go (security 12.810)', async () => {
  const folder = temporaryFolder()
  const machine = await openSampleMachine()
  const documents = join(machine.dataDir, 'documents')
  const aside = join(temporaryFolder(), 'documents')
  const keepOne = () => machine.run(['backup', folder, '--keep', '1'])
  const archives = () => readdirSync(folder).filter((name) => name.endsWith('.gz'))
  expect(await keepOne()).toMatchObject({ code: 0 })
  const complete = archives()
  renameSync(documents, aside)
  expect(await keepOne()).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(
      '--keep no borró 1 respaldo anterior, que puede tener esos archivos.',
    ),
  })
  expect(archives()).toEqual([...complete, expect.any(String)])
  rmSync(documents, { recursive: true, force: true })
  renameSync(aside, documents)
  expect(await keepOne()).toMatchObject({ code: 0 })
  expect(archives()).toHaveLength(1)
})

test('an embedded installation goes to another server and back, beside a running portal (§10.96, §12.510, §12.512, §12.517, security 12.11)', async () => {
  const folder = temporaryFolder()
  const first = await openSampleMachine()
  const port = await freePort()
  const portal = await first.serve(port)
  const sales = await rosasSales(port)
  for (const round of [1, 2]) {
    const made = await first.run(['backup', folder, '--keep', '1'])
    expect(made, `round ${round}`).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(/^Respaldado: carpeta-.*\.tar\.gz, en /)
  }
  const [backup = '', ...others] = readdirSync(folder)
  expect(others).toEqual(['erased-people.json'])
  expect(statSync(join(folder, backup)).mode & 0o777).toBe(0o600)
  expect(await first.run(['verify'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Todo está: \d+ archivos?,/),
  })
  expect(await first.run(['restore', folder])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('ya la usa otro portal en marcha'),
  })
  await stop(portal.child, 'SIGTERM')

  const database = await createDatabase()
  onTestFinished(() => database.close())
  const keys = { SECRET_KEY: readFileSync(join(first.dataDir, 'secret-key'), 'utf8').trim() }
  const external = { ...keys, DATABASE_URL: String(database.pool.options.connectionString) }
  const second = openMachine()
  const restored = await second.command(['restore', folder], external)
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(restored.stdout).toContain('todas corresponden')
  expect(restored.stdout).toMatch(/Bitácora {2}íntegra, \d+ anotaciones/)
  expect(await second.command(['restore', folder], external)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('La instalación no está vacía'),
  })
  expect(await second.command(['verify'], external)).toMatchObject({ code: 0 })

  const again = join(temporaryFolder(), 'de-vuelta.tar.gz')
  expect(await second.command(['backup', again], external)).toMatchObject({ code: 0 })
  const third = openMachine()
  expect(await third.run(['restore', again], keys)).toMatchObject({ code: 0 })
  const last = await freePort()
  await third.serve(last, keys)
  expect(await rosasSales(last)).toBe(sales)
})

test('an erased person is on the list beside the backups at once (§12.519)', async () => {
  const folder = temporaryFolder()
  const database = await cloneDatabase('sample')
  onTestFinished(() => database.close())
  const env = {
    SECRET_KEY: 'k3Y-for-tests-0nly-0123456789abcdef',
    DATABASE_URL: String(database.pool.options.connectionString),
    BACKUP_URL: folder,
  }
  const erased = await openMachine().command(
    ['erase-member', '--rut', personas.rosa.rut, '--force'],
    env,
  )
  expect(erased).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Anotado junto a los respaldos, en ${folder}.`),
  })
  const { content } = JSON.parse(readFileSync(join(folder, 'erased-people.json'), 'utf8'))
  expect(content).toMatchObject({ accounts: [{}], buyers: [{}] })
})

test('a restore, and a start after a recovery to a point in time, erase again as the processes that operators run (§12.1832, security 12.11)', async () => {
  const folder = temporaryFolder()
  const first = await openMachineWith('sample', onTestFinished)
  const [restored, recovered] = [await createDatabase(), await cloneDatabase('sample')]
  for (const { close } of [restored, recovered]) onTestFinished(() => close())
  const keys = { SECRET_KEY: testConfig().secretKeys[0], BACKUP_URL: folder }
  const on = ({ pool }: typeof restored | typeof recovered) => ({
    ...keys,
    DATABASE_URL: String(pool.options.connectionString),
  })
  expect(await first.command(['backup'], keys)).toMatchObject({ code: 0, stderr: '' })
  const erase = ['erase-member', '--rut', personas.rosa.rut, '--force']
  expect((await first.command(erase, keys)).code).toBe(0)

  const made = await openMachine().run(['restore'], on(restored))
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toContain('Borrados de nuevo  1 cuentas y 1 compradores')
  await openMachine().serve(await freePort(), on(recovered))
  for (const { pool } of [restored, recovered]) {
    const found = await pool.query('select from users where rut = $1', [personas.rosa.rut])
    expect(found.rowCount).toBe(0)
  }
})

test('a disk that fills up ends the backup in a sentence, and leaves nothing (§12.515)', async () => {
  const folder = temporaryFolder()
  const database = await cloneDatabase('sample')
  onTestFinished(() => database.close())
  const env = {
    SECRET_KEY: 'k3Y-for-tests-0nly-0123456789abcdef',
    DATABASE_URL: String(database.pool.options.connectionString),
  }
  const machine = openMachine({ ulimit: '-f 8' })
  expect(await machine.run(['backup', folder], env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      `No queda espacio en ${folder}: no se hizo el respaldo, y no quedó nada a medias.`,
    ),
  })
  expect(readdirSync(folder)).toEqual(['erased-people.json'])
})

test('wrong use exits with 2 (§10.96, §12.522)', async () => {
  const { command } = openMachine()
  const env = { DATABASE_URL: 'postgres://nadie@localhost:1/nada' }
  expect(await command(['backup'], env)).toMatchObject({
    code: 2,
    stderr:
      'Indique dónde: una carpeta, un archivo .tar.gz, s3://BUCKET?…, o el ajuste BACKUP_URL.\n',
  })
  expect(await command(['backup', '--recipient', 'age1nada', 'x'], env)).toMatchObject({
    code: 2,
    stderr: '«age1nada» no es una clave pública de age: empieza con age1 (age-keygen la crea).\n',
  })
  expect(await command(['backup', 'x', '--keep', '0'], env)).toMatchObject({
    code: 2,
    stderr: '«0» no es un número de respaldos: es 1 o más.\n',
  })
  expect(await command(['verify'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('todavía no hay una base de datos'),
  })
})
