import { readFileSync } from 'node:fs'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const prepare = vi.hoisted(() => ({
  env: { PATH: '/bin' },
  install: vi.fn(),
  buildWeb: vi.fn(),
  findBrowser: () => '/usr/bin/chromium-headless-shell',
  runUntilStopped: vi.fn(),
}))
vi.mock('./prepare.mjs', () => prepare)

beforeEach(() => {
  vi.resetModules()
  vi.clearAllMocks()
})

test('in development Rosa logs in, and follows the links of her emails, on the port of the web', async () => {
  await import('./dev.mjs')
  const [, , settings] = prepare.runUntilStopped.mock.lastCall ?? []
  const web = readFileSync(new URL('../apps/web/vite.config.ts', import.meta.url), 'utf8')
  const [, port] = /^ {4}port: (\d+),$/m.exec(web) ?? []
  expect(settings).toMatchObject({ PUBLIC_URL: `http://localhost:${port}` })
})

test.each(['e2e', 'shots'] as const)(
  'on a fresh Debian `npm run %s` shows a newcomer the present web, in the browser that is there',
  async (name) => {
    const [node, file, ...words] = manifest.scripts[name].split(' ')
    expect([node, file]).toEqual(['node', 'scripts/e2e.mjs'])
    const { argv } = process
    onTestFinished(() => {
      process.argv = argv
    })
    process.argv = ['node', file ?? '', ...words, '--trace', 'on']
    await import('./e2e.mjs')
    for (const { mock } of [prepare.install, prepare.buildWeb]) expect(mock.calls).toHaveLength(1)
    expect(prepare.runUntilStopped.mock.calls).toEqual([
      [
        'npm',
        ['run', '--silent', name, '--workspace', '@carpeta/e2e', '--', '--trace', 'on'],
        { PATH: '/bin', CHROMIUM_PATH: '/usr/bin/chromium-headless-shell' },
      ],
    ])
  },
)
