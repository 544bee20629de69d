import { get } from 'node:http'
import { portalServer } from '../portal-server.ts'
import { expect, test } from './portal.ts'

// design.md §8, in bytes of brotli.
const LOGIN_LIMIT = 110_000
const DASHBOARD_LIMIT = 60_000

/** As they leave the server: a browser would hand them over unpacked. */
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

test('the login ships no more script than was promised, and the dashboard little more', async () => {
  const login = await scriptsOf('/')
  expect(login.length).toBeGreaterThan(3)
  expect(await weigh(login)).toBeLessThanOrEqual(LOGIN_LIMIT)

  const more = (await scriptsOf('/dashboard')).filter((script) => !login.includes(script))
  expect(more.length).toBeGreaterThan(3)
  expect(await weigh(more)).toBeLessThanOrEqual(DASHBOARD_LIMIT)
})
