import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { stopTimes } from '../../src/cli/shutdown.ts'
import { readConfig, settingNames } from '../../src/config/config.ts'
import { pdfLimits } from '../../src/pdf/pdf-limits.ts'
import { openMachine } from '../carpeta-process.ts'
import { productionSettings } from '../test-config.ts'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const folder = join(root, 'deploy/systemd')
const services = readdirSync(folder).filter((name) => name.endsWith('.service'))
const ANALYZE = '/usr/bin/systemd-analyze'

const CURRENT = '/opt/carpeta-virtual/current'

function settingsOf(service: string, name: string): string[] {
  const lines = readFileSync(join(folder, service), 'utf8').matchAll(
    new RegExp(`^${name}=(.*)$`, 'gm'),
  )
  return [...lines].map(([, value]) => value ?? '')
}

function readEnv(name: string): Record<string, string | undefined> {
  return parseEnv(readFileSync(join(root, 'deploy/debian', name), 'utf8'))
}

test.each(services)(
  '%s runs a command of the installed release, and waits for its end (§12.504, §12.560)',
  async (service) => {
    const [program, ...args] = settingsOf(service, 'ExecStart').join().split(' ')
    expect(program).toBe(`${CURRENT}/bin/carpeta`)
    const machine = openMachine()
    const { code, stderr } = await machine.command([...args, '--help'])
    expect([code, stderr]).toEqual([0, ''])
    if (settingsOf(service, 'Restart').includes('always')) {
      const [seconds] = settingsOf(service, 'TimeoutStopSec')
      expect(Number(seconds) * 1000).toBeGreaterThan(stopTimes.totalMs)
      // Signs of life come from another process, `systemd-notify`.
      expect(settingsOf(service, 'WatchdogSec')).toEqual(['30'])
      expect(settingsOf(service, 'NotifyAccess')).toEqual(['all'])
    }
  },
)

test.each(services)(
  '%s has an end of memory and threads, beyond what its work takes (security 12.503)',
  (service) => {
    const [memory] = settingsOf(service, 'MemoryMax')
    expect(memory).toMatch(/^\dG$/)
    const [tasks] = settingsOf(service, 'TasksMax')
    // Node's own threads, those of PDFs and `systemd-notify`.
    expect(Number(tasks)).toBe(100)
    if (!settingsOf(service, 'Restart').includes('always')) return
    const alert = readFileSync(join(root, 'deploy/prometheus/alerts.yml'), 'utf8')
    const [, alertBytes] = /process_resident_memory_bytes\S* > (\S+)/.exec(alert) ?? []
    const usualMb = 300
    const bytes = Number.parseInt(memory ?? '', 10) * 1024 ** 3
    expect(bytes).toBeGreaterThan((usualMb + pdfLimits.threads * pdfLimits.memoryMb) * 1024 ** 2)
    expect(bytes).toBeGreaterThan(Number(alertBytes))
  },
)

test('a backup that fails starts the unit that tells of it (security 12.235)', () => {
  expect(settingsOf('carpeta-backup.service', 'OnFailure')).toEqual(['carpeta-alert@%n.service'])
  expect(settingsOf('carpeta-alert@.service', 'ExecStart').join()).toMatch(/carpeta alert %i$/)
})

test.each(services)('%s has settings that production accepts (§12.504, §12.560)', (service) => {
  const files = settingsOf(service, 'EnvironmentFile')
  expect(files).toEqual([
    `${CURRENT}/lib/node_modules/carpeta-virtual/deploy/debian/defaults`,
    '/etc/carpeta-virtual/settings',
  ])
  const pairs = settingsOf(service, 'Environment').join(' ').replaceAll('%i', '8011').split(' ')
  const { PATH, ...own } = Object.fromEntries(pairs.map((setting) => setting.split('=')))
  expect(PATH).toContain(`${CURRENT}/bin:`)
  const defaults = readEnv('defaults')
  const names = Object.keys({ ...own, ...defaults }).filter((name) => name !== 'NODE_ENV')
  expect(names.filter((name) => !settingNames.includes(name))).toEqual([])
  const config = readConfig({ ...productionSettings, ...own, ...defaults })
  expect(config).toMatchObject({ environment: 'production', dataDir: '/var/lib/carpeta-virtual' })
})

/** `deploy/debian/carpeta` on a machine whose portal is a program of the test, and its account `nobody`. */
function installWrapper({ settings = '', program }: { settings?: string; program: string }) {
  const machine = mkdtempSync(join(tmpdir(), 'carpeta-debian-'))
  onTestFinished(() => rmSync(machine, { recursive: true }))
  chmodSync(machine, 0o755)
  const installed = 'current/lib/node_modules/carpeta-virtual/deploy/debian'
  for (const name of ['bin', 'current/bin', installed]) {
    mkdirSync(join(machine, name), { recursive: true })
  }
  symlinkSync(process.execPath, join(machine, 'current/bin/node'))
  const wrapper = readFileSync(join(root, 'deploy/debian/carpeta'), 'utf8')
    .replace(/\/(?:var\/lib|etc)\/carpeta-virtual/g, machine)
    .replace(/ carpeta --/g, ' nobody --')
  const files = {
    carpeta: wrapper,
    'current/bin/carpeta': program,
    [`${installed}/defaults`]: 'ENVIRONMENT=production\n',
    settings,
    owner: 'DATABASE_OWNER_URL=postgres://owner@db/carpeta\n',
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(machine, name), text, { mode: 0o755 })
  }
  const opened = 'settings-of-root.mjs'
  copyFileSync(join(root, 'deploy/debian', opened), join(machine, installed, opened))
  return machine
}

test('a command of the server uses its settings and proxy, and the owner of the tables when asked', async () => {
  const connects: (string | undefined)[] = []
  const proxy = createServer().on('connect', ({ url }, socket) => {
    connects.push(url)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo

  const machine = installWrapper({
    settings: `DATABASE_URL=postgres://portal@db/carpeta\nHTTPS_PROXY=http://127.0.0.1:${port}\n`,
    program: `await fetch('https://uf.example').catch(() => {})
      console.log(JSON.stringify({ ...process.env, args: process.argv.slice(2) }))`,
  })
  writeFileSync(
    join(machine, 'bin/runuser'),
    '#!/bin/sh\nuntil [ "$1" = sh ]; do shift; done\nshift\nexec "$@"\n',
    { mode: 0o755 },
  )
  async function run(more: NodeJS.ProcessEnv) {
    const PATH = `${machine}/bin:${process.env.PATH}`
    const env = { PATH, CARPETA_CURRENT: join(machine, 'current'), ...more }
    const { stdout } = await execute(join(machine, 'carpeta'), ['uf', 'fetch'], { env })
    return JSON.parse(stdout)
  }

  const asPortal = await run({})
  expect(asPortal).toMatchObject({
    args: ['uf', 'fetch'],
    ENVIRONMENT: 'production',
    DATABASE_URL: 'postgres://portal@db/carpeta',
  })
  expect(asPortal).not.toHaveProperty('DATABASE_OWNER_URL')
  expect(connects).toEqual(['uf.example:443'])
  expect(await run({ CARPETA_SETTINGS: join(machine, 'owner') })).toMatchObject({
    DATABASE_URL: 'postgres://portal@db/carpeta',
    DATABASE_OWNER_URL: 'postgres://owner@db/carpeta',
  })
})

test('a command of the account has a terminal of its own, or none: nothing else of the account can type into root’s (security 12.501)', async () => {
  // Only root changes to another account.
  if (process.getuid?.() !== 0) return
  const machine = installWrapper({
    program: `import { readFileSync } from 'node:fs'
      const terminal = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')[4]
      console.log(process.argv[2] + '=' + process.getuid() + '/' + terminal)`,
  })
  const carpeta = join(machine, 'carpeta')
  const typed = `echo "root=0/$(cut -d ' ' -f 7 /proc/$$/stat)"; ${carpeta} typed; ${carpeta} piped | cat; ${carpeta} fed < /dev/null`
  const env = { PATH: process.env.PATH, CARPETA_CURRENT: join(machine, 'current') }
  const { stdout } = await execute('script', ['-qec', typed, '/dev/null'], { env })
  const seen = parseEnv(stdout.replaceAll('\r', ''))
  expect(seen.root).toMatch(/^0\/[1-9]/)
  const nobody = execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' }).trim()
  expect(seen.typed).toMatch(new RegExp(`^${nobody}/[1-9]`))
  expect(seen.typed?.split('/')[1]).not.toBe(seen.root?.split('/')[1])
  expect([seen.piped, seen.fed]).toEqual([`${nobody}/0`, `${nobody}/0`])
})

test('the owner of the tables logs in with settings that only root can read (security 12.502)', async () => {
  if (process.getuid?.() !== 0) return
  const machine = installWrapper({
    program: `import { readFileSync } from 'node:fs'
      let read = 'refused'
      try { read = readFileSync(process.argv[2], 'utf8') } catch {}
      console.log(JSON.stringify({ read, login: process.env.DATABASE_OWNER_URL }))`,
  })
  const owner = join(machine, 'owner')
  chmodSync(owner, 0o600)
  const env = {
    PATH: process.env.PATH,
    CARPETA_CURRENT: join(machine, 'current'),
    CARPETA_SETTINGS: owner,
  }
  const { stdout } = await execute(join(machine, 'carpeta'), [owner], { env })
  expect(JSON.parse(stdout)).toEqual({
    read: 'refused',
    login: 'postgres://owner@db/carpeta',
  })
})

test('the example of the settings lacks the key and what it names in comments', () => {
  const example = readEnv('settings')
  const named = readFileSync(join(root, 'deploy/debian/settings'), 'utf8').match(
    /^#?[A-Z_]+(?==)/gm,
  )
  const names = named?.map((name) => name.replace('#', '')) ?? []
  expect(names.filter((name) => !settingNames.includes(name))).toEqual([])
  const uncommented = parseEnv(
    readFileSync(join(root, 'deploy/debian/settings'), 'utf8').replace(
      /^#(?=[A-Z_]+=[^…]+$)/gm,
      '',
    ),
  )
  const { SECRET_KEY } = productionSettings
  const config = readConfig({ ...readEnv('defaults'), ...uncommented, SECRET_KEY })
  expect(config.backup.url).toBe('/var/backups/carpeta-virtual')
  expect(config.databaseUrl).toContain('%2Fvar%2Frun%2Fpostgresql')
  expect(() => readConfig({ ...readEnv('defaults'), ...example, SECRET_KEY })).toThrow(
    /Falta SMTP_URL/,
  )
})

test('the services are exposed as little as Node allows, where systemd can tell (§12.504)', () => {
  if (!existsSync(ANALYZE)) return
  const copies = mkdtempSync(join(tmpdir(), 'carpeta-units-'))
  onTestFinished(() => rmSync(copies, { recursive: true }))
  for (const service of services) {
    const copy = join(copies, service.replace('@', '@8011'))
    copyFileSync(join(folder, service), copy)
    // Ends with 1 above the threshold: 2.0 of 10.
    execFileSync(ANALYZE, ['security', '--offline=true', '--threshold=20', copy], { stdio: 'pipe' })
  }
})
