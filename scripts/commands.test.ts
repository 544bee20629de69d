import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'

const prepare = vi.hoisted(() => ({
  env: { PATH: '/bin' },
  install: () => {},
  runUntilStopped: vi.fn(),
}))
vi.mock('./prepare.mjs', () => prepare)

test('in development Rosa logs in, and follows the links of her emails, on the port of the web', async () => {
  await import('./dev.mjs')
  const [, , settings] = prepare.runUntilStopped.mock.lastCall ?? []
  const web = readFileSync(new URL('../apps/web/vite.config.ts', import.meta.url), 'utf8')
  const [, port] = /^ {4}port: (\d+),$/m.exec(web) ?? []
  expect(settings).toMatchObject({ PUBLIC_URL: `http://localhost:${port}` })
})
