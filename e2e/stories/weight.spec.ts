import { get } from 'node:http'
import { portalServer } from '../portal-server.ts'
import { expect, test } from '../support/portal.ts'

// In bytes of brotli.
const LOGIN_LIMIT = 105_000
const DASHBOARD_LIMIT = 145_000
const DASHBOARD_FILES = 12

/** Compressed, as the server sends it: a browser would report it decompressed. */
function sizeOf(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br' }
    get(`${portalServer.url}${path}`, { headers }, (answer) => {
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
      })
      answer.on('end', () => resolve(answer.headers['content-encoding'] === 'br' ? size : Infinity))
    }).on('error', reject)
  })
}

async function scriptsOf(path: string): Promise<string[]> {
  const html = await (await fetch(`${portalServer.url}${path}`)).text()
  const [, boot = '', modules = ''] =
    /<script type="module"[^>]* src="([^"]+)" data-modules="([^"]+)"/.exec(html) ?? []
  return [boot, ...modules.split(' ')]
}

async function weigh(scripts: string[]): Promise<number> {
  const sizes = await Promise.all(scripts.map(sizeOf))
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('the scripts of login and dashboard stay under their limits', async () => {
  const login = await scriptsOf('/')
  expect(login.length).toBeGreaterThan(3)
  expect(await weigh(login)).toBeLessThanOrEqual(LOGIN_LIMIT)

  const dashboard = await scriptsOf('/dashboard')
  expect(dashboard.length).toBeGreaterThan(login.length)
  expect(dashboard.length).toBeLessThanOrEqual(DASHBOARD_FILES)
  expect(await weigh(dashboard)).toBeLessThanOrEqual(DASHBOARD_LIMIT)
})
