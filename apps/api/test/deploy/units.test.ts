import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { stopTimes } from '../../src/cli/shutdown.ts'
import { readConfig, settingNames } from '../../src/config/config.ts'
import { openMachine } from '../carpeta-process.ts'
import { productionSettings } from '../test-config.ts'

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
    }
  },
)

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
