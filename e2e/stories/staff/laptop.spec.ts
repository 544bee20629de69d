import type { Locator } from '@playwright/test'
import { pictures } from '../../shots/pictures.ts'
import { expectLoaded } from '../../support/checks.ts'
import { expect, logInAs, test } from '../../support/portal.ts'

test('A short page of staff fits the window, with the line of the footer at its foot (§12.2157)', async ({
  page,
}) => {
  // With every page in the navigation.
  await logInAs(page, 'ivan', '/requests?q=nada')
  await expect(page.getByText('Ninguna solicitud coincide con «nada».')).toBeVisible()
  await expectLoaded(page)
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size)
    await expect.poll(excess).toBe(0)
    await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('link', { name: 'Sistema', exact: true })).toBeInViewport({
      ratio: 1,
    })
  }
})

test('At 1024 px the window has ten requests, of two lines each, and a late one says for how long; accounts have two lines too, with their actions in columns (§12.2307, §12.2354, §12.2444)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await pictures.requests?.(page)
  const rowsOf = (name: string) => page.getByRole('table', { name }).locator('tbody tr')
  const rows = rowsOf('Solicitudes')
  await expect(rows.nth(9)).toBeInViewport({ ratio: 1 })
  await expect(rows.getByText(/^Atrasada · venció hace \d+ días$/).first()).toBeVisible()
  const highest = async (listed: Locator) =>
    Math.max(
      ...(await Promise.all(
        (await listed.all()).map(async (row) => (await row.boundingBox())?.height ?? 999),
      )),
    )
  await expect.poll(() => highest(rows)).toBeLessThanOrEqual(60)
  await pictures.users?.(page)
  await expect.poll(() => highest(rowsOf('Usuarios'))).toBeLessThanOrEqual(60)
  const edits = rowsOf('Usuarios').getByRole('button', { name: /^Editar/ })
  await expect
    .poll(() =>
      edits.evaluateAll((all) => [
        all.length > 7,
        new Set(all.map((each) => Math.round(each.getBoundingClientRect().x))).size,
      ]),
    )
    .toEqual([true, 1])
})

test('At 1440 px the queue gives its width to what is asked: names of procedures are whole, rows have two lines, and a late one says for how long (§12.2405)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await pictures.requests?.(page)
  const rows = page.getByRole('table', { name: 'Solicitudes' }).locator('tbody tr')
  await expect(rows.getByText(/^venció hace \d+ días$/).first()).toBeVisible()
  await expect(rows.nth(11)).toBeInViewport({ ratio: 1 })
  const cut = () =>
    rows
      .getByRole('link')
      .evaluateAll((links) => links.filter((it) => it.scrollHeight > it.clientHeight + 1).length)
  await expect.poll(cut).toBe(0)
})

test('At 1024 px the kinds of an answer stand joined in one line, and a document’s state and buttons in one (§12.2159, §12.2406)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await pictures['request-in-review']?.(page)
  const linesOf = async (parts: Locator) => {
    const boxes = await Promise.all((await parts.all()).map((part) => part.boundingBox()))
    const middles = boxes.map((box) => (box ? Math.round((box.y + box.height / 2) / 4) : null))
    return [boxes.length, new Set(middles).size]
  }
  const kinds = page.locator('label').filter({ has: page.getByRole('radio') })
  await expect.poll(() => linesOf(kinds)).toEqual([3, 1])
  const spaces = async () => {
    const boxes = await Promise.all((await kinds.all()).map((kind) => kind.boundingBox()))
    return boxes.slice(1).map((box, i) => {
      const before = boxes[i]
      return box && before ? box.x - before.x - before.width : null
    })
  }
  expect(Math.max(...(await spaces()).map((space) => space ?? 99))).toBeLessThanOrEqual(0)
  const certificate = page
    .getByText('Por revisar', { exact: true })
    .or(page.getByRole('button', { name: /^(Aceptar|Rechazar) Certificado/ }))
  await expect.poll(() => linesOf(certificate)).toEqual([3, 1])
})

test('At 1024 × 768 the member’s telephone and debt are in view beside the answer, whose kinds and buttons take a line each (§12.2524)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const heightsOf = async (parts: Locator) => {
    const boxes = await Promise.all((await parts.all()).map((part) => part.boundingBox()))
    return boxes.map((box) => box?.height ?? 99)
  }
  for (const name of ['request-in-review', 'request-sent'] as const) {
    await pictures[name]?.(page)
    const member = page.getByRole('region', { name: 'Socio' })
    for (const fact of [member.getByRole('link', { name: /^\+56/ }), member.getByText('UF 7,35')]) {
      await expect(fact).toBeInViewport({ ratio: 1 })
    }
    const kinds = page.locator('label').filter({ has: page.getByRole('radio') })
    await expect(kinds).toHaveCount(3)
    expect(Math.max(...(await heightsOf(kinds)))).toBeLessThan(40)
    const send = page.getByRole('region', { name: 'Responder' }).locator('button[type="submit"]')
    const tops = await Promise.all(
      (await send.all()).map(async (button) => (await button.boundingBox())?.y),
    )
    expect(tops).toHaveLength(2)
    expect(new Set(tops).size).toBe(1)
  }
})

test('At 1024 × 768 an announcement is written without scrolling, and the actions of a published one stand beside its title (§12.2525, §12.2526)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await pictures.announcements?.(page)
  await page.getByRole('button', { name: 'Redactar aviso' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Título')).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('textbox', { name: /^Visible hasta/ })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByText(/^Solo a quienes aceptan/)).toBeInViewport({ ratio: 1 })
  await pictures['announcement-published']?.(page)
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  const action = await page.getByRole('button', { name: 'Retirar' }).boundingBox()
  expect(action?.x).toBeGreaterThan((title?.x ?? 0) + (title?.width ?? 1024))
  expect(action?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0))
})

test('The picture of staff’s start page stands whole in line with its title (§12.2345)', async ({
  page,
}) => {
  await pictures['staff-welcome']?.(page)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
  ]) {
    await page.setViewportSize(size)
    await expect(async () => {
      const boxOf = async (part: Locator) => {
        const box = await part.boundingBox()
        if (!box) throw new Error('not in view')
        return { ...box, bottom: box.y + box.height, right: box.x + box.width }
      }
      const title = await boxOf(page.getByRole('heading', { level: 1 }).getByText('Mi carpeta'))
      const picture = await boxOf(page.locator('[class*="splash"]'))
      // Its drawing is 1440 × 280.
      expect(picture.width / picture.height).toBeGreaterThan(1440 / 280)
      expect(picture.width * (280 / 1440)).toBeLessThan(picture.height * 1.25)
      expect(Math.abs(picture.y + picture.bottom - title.y - title.bottom)).toBeLessThan(40)
      expect(picture.x).toBeGreaterThan(title.x + 120)
    }).toPass()
  }
})

test('The answer is in view beside what is asked, above who asks; the head has two lines (§12.2300, §12.2301, §12.2432)', async ({
  page,
}) => {
  const answer = page.getByRole('region', { name: 'Responder' })
  const boxOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await pictures['request-in-review']?.(page)
  const head = page.getByRole('heading', { level: 1 }).locator('../..')
  await expect.poll(async () => (await boxOf(head)).bottom).toBeLessThan(200)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size)
    await page.evaluate(() => window.scrollTo(0, 0))
    const field = answer.getByRole('textbox', { name: 'Qué falta' })
    const send = answer.getByRole('button', { name: 'Pedir y abrir la siguiente' })
    const phone = page.getByRole('link', { name: '+56 9 5555 0142' })
    for (const part of [field, send, phone]) {
      await expect(part).toBeInViewport({ ratio: 1 })
    }
    await field.focus()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    expect((await answer.getByRole('heading').first().boundingBox())?.height).toBeGreaterThan(15)
    // Also where one has scrolled, and who asks is then not below it.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    for (const part of [send, phone]) await expect(part).toBeInViewport({ ratio: 1 })
    await expect
      .poll(async () => (await boxOf(answer)).bottom - (await boxOf(phone)).top)
      .toBeLessThanOrEqual(0)
  }
})

test('A document that is shown takes the column and the window’s height, with its decision and the answer in view, and moves neither; on a phone, below (§12.2243, §12.2341, §12.2431)', async ({
  page,
}) => {
  const paper = page.getByRole('region', { name: /^Documento: / })
  const answer = page.getByRole('region', { name: 'Responder' })
  const boxes = () => Promise.all([paper.boundingBox(), answer.boundingBox()])
  await page.setViewportSize({ width: 1440, height: 900 })
  await pictures['request-preview']?.(page)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size)
    const at = (await answer.boundingBox())?.x
    await page.getByRole('button', { name: 'Cerrar el documento' }).click()
    expect((await answer.boundingBox())?.x).toBe(at)
    await page.getByRole('button', { name: 'Ver carta.pdf' }).click()
    await expect(paper.getByRole('img')).toBeVisible()
    await expect(paper.getByRole('button', { name: /^Cambiar/ })).toBeInViewport({ ratio: 1 })
    const seen = await paper.getByRole('region').boundingBox()
    expect(seen?.height).toBeGreaterThan(size.height / 2)
    expect(seen?.width).toBeGreaterThan(size.width / 2 - 100)
    await page.getByRole('button', { name: 'Ver foto-certificado.jpg' }).click()
    // Decided in the line of its pages, above the paper.
    const middleOf = async (name: RegExp) => {
      const box = await paper.getByRole('button', { name }).boundingBox()
      return box ? box.y + box.height / 2 : Number.NaN
    }
    await expect
      .poll(async () => (await middleOf(/^Rechazar/)) - (await middleOf(/^Página siguiente/)))
      .toBeCloseTo(0, 0)
    expect((await paper.getByRole('img').boundingBox())?.y).toBeGreaterThan(
      await middleOf(/^Rechazar/),
    )
    for (const kind of ['Resolver', 'Pedir lo que falta']) {
      await answer.getByRole('radio', { name: kind }).check()
      const send = answer.getByRole('button', { name: /y abrir la siguiente$/ })
      // The document takes another place a moment after the window has its size.
      await expect(async () => {
        await paper.getByRole('img').scrollIntoViewIfNeeded()
        await expect(send).toBeInViewport({ ratio: 1, timeout: 1000 })
        await expect(paper.getByRole('img')).toBeInViewport({ ratio: 0.5, timeout: 1000 })
        const [shown, written] = await boxes()
        expect(written?.x).toBeGreaterThan((shown?.x ?? 0) + (shown?.width ?? 0))
      }).toPass()
    }
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect
    .poll(async () => {
      const [shown, written] = await boxes()
      return (written?.y ?? 0) > (shown?.y ?? 0) + (shown?.height ?? 0)
    })
    .toBe(true)
})
