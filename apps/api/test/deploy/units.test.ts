import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { stopTimes } from '../../src/cli/shutdown/running-parts.ts'
import { readConfig } from '../../src/config/config.ts'
import { openMachine } from '../carpeta-process.ts'
import { productionSettings } from '../test-config.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const folder = join(root, 'deploy/systemd')
const services = readdirSync(folder).filter((name) => name.endsWith('.service'))
const ANALYZE = '/usr/bin/systemd-analyze'

function settingOf(service: string, name: string): string {
  const line = new RegExp(`^${name}=(.*)$`, 'm').exec(readFileSync(join(folder, service), 'utf8'))
  return line?.[1] ?? ''
}

test.each(services)('%s runs a command that exists, and waits for its end', async (service) => {
  const [program = '', script = '', ...args] = settingOf(service, 'ExecStart').split(' ')
  const place = settingOf(service, 'WorkingDirectory')
  expect(program).toBe(`${place}/node_modules/.bin/node`)
  expect(existsSync(join(root, script))).toBe(true)
  const machine = openMachine()
  const { code, stderr } = await machine.run([...args, '--help'])
  expect([code, stderr]).toEqual([0, ''])
  if (settingOf(service, 'Restart') === 'always') {
    expect(Number(settingOf(service, 'TimeoutStopSec')) * 1000).toBeGreaterThan(stopTimes.totalMs)
  }
})

test.each(services)('%s has settings that production accepts', (service) => {
  const settings = settingOf(service, 'Environment').replaceAll('%i', '8011').split(' ')
  const own = Object.fromEntries(settings.map((setting) => setting.split('=')))
  const config = readConfig({ ...productionSettings, ...own })
  expect(config).toMatchObject({ environment: 'production', dataDir: '/var/lib/carpeta-virtual' })
})

test('the services are exposed as little as Node allows, where systemd can tell', () => {
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
