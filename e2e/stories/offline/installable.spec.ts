import { readFileSync } from 'node:fs'
import { expect, openPage, test } from '../../support/portal.ts'

const MANIFEST = '/manifest.webmanifest'

test('the portal can be installed: every page names the manifest, and none starts a worker by itself (§12.480, security 8.11)', async ({
  page,
  request,
}) => {
  await openPage(page, '/')
  const session = await page.context().newCDPSession(page)
  const { url, errors } = await session.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual([MANIFEST, []])
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A test's browser is always private.
  const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  expect(others).toEqual([])

  const answer = await request.get(MANIFEST)
  expect(answer.headers()).toMatchObject({
    'content-type': expect.stringContaining('application/manifest+json'),
    'cache-control': 'no-cache',
  })
  const { name, start_url, background_color, theme_color, icons } = await answer.json()
  expect([name, start_url]).toEqual(['Carpeta Virtual', '/dashboard'])
  const tokens = readFileSync(
    new URL('../../../apps/web/src/styles/tokens.css', import.meta.url),
    'utf8',
  )
  const [, paper] = /--paper: (#\w+);/.exec(tokens) ?? []
  expect([background_color, theme_color]).toEqual([paper, paper])
  for (const { src, sizes } of icons) {
    const png = await (await request.get(src)).body()
    // The size of a PNG is at the start of its first part.
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes)
  }

  for (const path of ['/', '/dashboard', '/profile', '/nada']) {
    const shown = await request.get(path)
    const html = await shown.text()
    expect(html, path).toContain(`<link rel="manifest" href="${MANIFEST}"`)
    expect(html, path).toContain('<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png"')
    expect(shown.headers()['content-security-policy']).toContain(
      "manifest-src 'self'; worker-src 'self'",
    )
  }
  const worker = await request.get('/offline-worker.js')
  expect(worker.headers()).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'no-cache',
  })
  const workers = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  expect(await workers()).toBe(0)
})
