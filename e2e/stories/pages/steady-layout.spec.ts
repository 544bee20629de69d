import type { Page } from '@playwright/test'
import { personas, SAMPLE_PASSWORD } from '../../../apps/api/seeds/personas.ts'
import { expectLoaded } from '../../support/checks.ts'
import { hasPaidNothing } from '../../support/nothing-paid.ts'
import { expect, fillLogin, logInAs, openPage, test } from '../../support/portal.ts'

interface Shift {
  value: number
  moved: string[]
}

declare global {
  interface Window {
    shifts: Shift[]
  }
}

/** Every movement that no tap or key caused. */
function watchShifts(): void {
  window.shifts = []
  const nameOf = (node: Node | null | undefined) =>
    node instanceof Element
      ? `${node.tagName} ${node.className} ${node.textContent?.slice(0, 30)}`
      : String(node?.textContent)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    })[]) {
      if (entry.hadRecentInput) continue
      const moved = entry.sources.map(
        ({ node, previousRect: from, currentRect: to }) =>
          `${nameOf(node)}: ${from.y}+${from.height} → ${to.y}+${to.height}`,
      )
      window.shifts.push({ value: entry.value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** A cheap phone on a slow network. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  })
}

const LIMIT = 0.05

async function expectSteady(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => window.shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(LIMIT)
}

for (const who of ['rosa', 'hernan', 'elena'] as const)
  test(`on a slow phone nothing jumps from the login to the amounts of ${who} (§12.1423)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.addInitScript(watchShifts)
    await slowDown(page)
    await openPage(page, '/')
    await fillLogin(page, personas[who].rut, SAMPLE_PASSWORD)
    await expect(page).toHaveURL(/dashboard/)
    await expectLoaded(page)
    await page.waitForLoadState('networkidle')
    await expectSteady(page)
  })

const pages = [
  '/dashboard',
  '/dashboard?avisos=todos',
  ...[
    'antecedentes-personales',
    'estado-de-cuenta',
    'escrituracion',
    'solicitar-tramites',
    'mis-tramites',
  ].flatMap((tab) => [`/dashboard?tab=${tab}`, `/dashboard?venta=V-1001&tab=${tab}`]),
  '/documents',
  '/payments/own',
  '/accesses',
  '/profile',
  '/help',
]

for (const address of pages)
  test(`nor when ${address} is opened by its address (§12.1423, §12.1586, §12.1711)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await logInAs(page, 'rosa', '/privacy')
    await page.addInitScript(watchShifts)
    await slowDown(page)
    await page.goto(address)
    await expectLoaded(page)
    await page.waitForLoadState('networkidle')
    await expectSteady(page)
  })

for (const width of [360, 1440])
  test(`what to pay takes its place before it is known whether Rosa may pay online, at ${width} px (§12.1930, §12.1991)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 })
    await logInAs(page, 'rosa', '/privacy')
    const isMeasured = Promise.withResolvers<void>()
    await hasPaidNothing(page, isMeasured.promise)
    await page.route('**/api/client/preferences/', async (route) => {
      await isMeasured.promise
      await route.continue()
    })
    await page.goto('/dashboard')
    const blocks = [page.getByRole('region', { name: 'Próximo pago' }), page.getByRole('article')]
    const heights = () =>
      Promise.all(blocks.map(async (block) => (await block.boundingBox())?.height))
    await expect(page.getByRole('button', { name: 'Informar un pago' })).toBeVisible()
    const before = await heights()
    const pay = page.getByRole('button', { name: /^No: pagar/ })
    await expect(pay).toBeDisabled()
    isMeasured.resolve()
    await expect(pay).toBeEnabled()
    await expect(page.getByText('Aviso por correo')).toBeVisible()
    expect(await heights()).toEqual(before)
  })

test('what Rosa has not sent yet moves nothing on a wide screen when it comes (§12.2017)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 1000 })
  await logInAs(page, 'rosa', '/privacy')
  const { promise: isMeasured, resolve: measured } = Promise.withResolvers<void>()
  const unsent = {
    ...{ id: 9, procedure: { id: 1, title: 'Copia de contrato' }, sale_code: 'V-1001', version: 1 },
    ...{ missing_documents: 0, saved_at: '2026-11-12T12:05:00Z', is_offered: true },
  }
  await hasPaidNothing(page)
  await page.route('**/api/request/drafts/', async (route) => {
    await isMeasured
    await route.fulfill({ json: { results: [unsent] } })
  })
  await page.goto('/dashboard')
  const topOfTabs = async () => (await page.getByRole('tablist').boundingBox())?.y
  await expect(page.getByText('Novedades')).toBeVisible()
  const before = await topOfTabs()
  measured()
  await expect(page.getByRole('link', { name: 'Tienes un trámite sin enviar' })).toBeVisible()
  expect(await topOfTabs()).toBe(before)
})
