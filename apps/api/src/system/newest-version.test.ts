import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase, testConfig } from '../../test/open-portal.ts'
import { readConfig } from '../config/config.ts'
import { PORTAL_VERSION } from '../db/portal-version.ts'
import { examinationOf } from './check.ts'
import { newestVersionCheck } from './newest-version.ts'
import { systemReader } from './system.ts'

/** Where a developer publishes the newest version. */
async function publish(answer: RequestListener) {
  let calls = 0
  const server = createServer((request, response) => {
    calls++
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return { host, address: new URL(`http://${host}/latest`), calls: () => calls }
}

const publishVersion = (version: unknown) =>
  publish((_request, response) => response.end(JSON.stringify({ name: 'x', version })))

const examinedAt = (latestVersionUrl: URL | null) =>
  examinationOf({ ...testConfig({}), latestVersionUrl }, async () => null)

const [major = 0] = PORTAL_VERSION.split('.').map(Number)

test.each([
  [PORTAL_VERSION, 'ok'],
  [`${major - 1}.99.99`, 'ok'],
  [`${PORTAL_VERSION}-rc.1`, 'ok'],
  [`${major}.10.0`, 'warning'],
  [`${major + 1}.0.0-rc.1`, 'warning'],
])(
  'of the published version %s Iván reads whether it is newer (§12.1541)',
  async (version, state) => {
    const { address } = await publishVersion(version)
    expect(await newestVersionCheck().examine(examinedAt(address))).toEqual({
      state,
      text:
        state === 'ok'
          ? `no hay una más nueva que la ${PORTAL_VERSION}.`
          : `hay una más nueva, ${version}; esta es la ${PORTAL_VERSION}.`,
    })
  },
)

test('without LATEST_VERSION_URL there is no line and no call; with it one call an hour, however often ‘Sistema’ is opened (security 10.610)', async () => {
  expect(testConfig({}).latestVersionUrl).toBeNull()
  const database = await cloneDatabase('empty')
  onTestFinished(() => database.close())
  const { address, calls } = await publishVersion('99.0.0')
  const config = { ...testConfig({}), latestVersionUrl: null }
  expect((await systemReader({ db: database.db, config })()).updates.findings).toEqual([])
  expect(calls()).toBe(0)

  const read = systemReader({ db: database.db, config: { ...config, latestVersionUrl: address } })
  const looks = [await read(), ...(await Promise.all([read(), read()]))]
  for (const { updates } of looks) {
    expect(updates.findings).toMatchObject([{ name: 'Versión', state: 'warning' }])
  }
  expect(calls()).toBe(1)
})

test('a publisher that cannot be asked is asked again after an hour, not before (security 10.610)', async () => {
  const away = await publish((_request, response) =>
    response.writeHead(503).end('{"version":"9.0.0"}'),
  )
  const check = newestVersionCheck()
  for (let look = 0; look < 3; look++) await check.examine(examinedAt(away.address))
  expect(away.calls()).toBe(1)
  const impatient = newestVersionCheck(0)
  for (let look = 0; look < 3; look++) await impatient.examine(examinedAt(away.address))
  expect(away.calls()).toBe(4)
})

test('an answer that is late, long, elsewhere or no version is none, and none of its words is shown (security 10.611)', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, ' '))
  const answers: RequestListener[] = [
    () => {},
    (_request, response) => void response.write('{"version":"9'),
    (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    (_request, response) => response.end('<h1>Inicia sesión</h1>'),
    ...['9', 'v9.0.0', '9.0.0 <b>instálala</b>', `9.0.0-${'a'.repeat(41)}`, 9, null].map(
      (version): RequestListener =>
        (_request, response) =>
          response.end(JSON.stringify({ version })),
    ),
  ]
  const found = await Promise.all(
    answers.map(async (answer) => {
      const { address, host } = await publish(answer)
      return [host, await newestVersionCheck().examine(examinedAt(address))]
    }),
  )
  for (const [host, finding] of found) {
    expect(finding).toEqual({
      state: 'warning',
      text: `No se pudo consultar en ${host} si hay una más nueva.`,
    })
  }
}, 30_000)

test('LATEST_VERSION_URL is asked by https only, and without a login (security 10.611)', () => {
  for (const url of [
    'http://versiones.example/latest',
    'https://a:b@versiones.example/',
    'file:///etc/passwd',
  ]) {
    expect(() => readConfig({ LATEST_VERSION_URL: url })).toThrow(/LATEST_VERSION_URL/)
  }
  const { latestVersionUrl } = testConfig({
    LATEST_VERSION_URL: 'https://versiones.example/latest',
  })
  expect(latestVersionUrl?.host).toBe('versiones.example')
})
