import type { Locator } from '@playwright/test'
import { pictures } from '../../shots/pictures.ts'
import { expectToFit } from '../../support/checks.ts'
import { fileRequests } from '../../support/filings.ts'
import { expect, logInAs, test } from '../../support/portal.ts'
import { COPY } from '../../support/request-form.ts'

const PHONE = { width: 360, height: 780 }
/** What only these requests say. */
const WORD = 'comprobante-de-1999'
const LONG =
  'de la bodega y del estacionamiento que compramos con la casa, porque el banco nos la pide para renegociar el crédito antes de fin de mes'

test('Mario’s phone shows the first request within 330 px of its top, on cards of at most 110 px with each thing at its place (§12.1740, §12.2025)', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await logInAs(page, 'mario', '/requests')
  await fileRequests(page.request, 'hernan', [`Falta el ${WORD}`, `Necesito el ${WORD} ${LONG}`])
  await page.getByLabel('Buscar por número, rut, nombre o texto').fill(WORD)
  const rows = page.getByRole('table', { name: 'Solicitudes' }).locator('tbody tr')
  await expect(rows).toHaveCount(2)
  const places: object[] = []
  for (const [place, row] of (await rows.all()).entries()) {
    const { y = 0, height = 0 } = (await row.boundingBox()) ?? {}
    expect(height).toBeLessThanOrEqual(110)
    if (place === 0) expect(y).toBeLessThanOrEqual(330)
    await expect(row.getByRole('cell')).toHaveCount(8)
    const placeOf = async (part: Locator) => {
      const box = await part.boundingBox()
      return { x: box?.x, y: Math.round((box?.y ?? 0) - y) }
    }
    const cell = (label: string) => row.locator(`td[data-label="${label}"]`)
    const parts = [
      ...['Socio', 'Plazo', 'Estado', 'Encargado'].map(cell),
      row.getByRole('link', { name: COPY }),
      row.getByText(WORD),
    ]
    places.push(await Promise.all(parts.map(placeOf)))
  }
  expect(places[1]).toEqual(places[0])
  const words = rows.getByText(`Necesito el ${WORD}`)
  const lines = await words.evaluate(
    (it) => it.clientHeight / Number.parseFloat(getComputedStyle(it).lineHeight),
  )
  expect(Math.round(lines)).toBe(1)

  // One row of chips, which has scrolled to the chosen one, and is as high with the button to save filters.
  const first = async () => (await rows.first().boundingBox())?.y
  await page.goto('/requests')
  await expect(rows.first()).toBeVisible()
  const before = await first()
  await page.goto(`/requests?q=${WORD}&state=all`)
  await expect(page.getByRole('button', { name: 'Guardar estos filtros' })).toBeVisible()
  await expect.poll(first).toBe(before)
  await expect(page.getByRole('button', { name: /^Todas/ })).toBeInViewport({ ratio: 1 })
  const tops = await page
    .locator('fieldset button[aria-pressed]')
    .evaluateAll((chips) => chips.map((chip) => chip.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)

  // What the headers of a table do elsewhere.
  await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('Nº, descendente')
  await expect(page).toHaveURL(/orden=-id/)
  await page.getByRole('button', { name: 'Filtros', exact: true }).click()
  await page.getByLabel('Proyecto').fill('Tumbes')
  await page.getByRole('button', { name: 'Filtrar' }).click()
  await expect(page.getByRole('button', { name: 'Filtros (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar' }).click()
  await rows.first().getByRole('checkbox').check()
  await expect(page.getByRole('region', { name: 'Selección' })).toContainText('1 seleccionada')
  await expectToFit(page)
})

test('While Mario reads a document on his phone, no way to other requests lies below it (§12.2024)', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await pictures['request-preview']?.(page)
  const bar = page.getByRole('navigation', { name: 'En la lista' })
  await expect(bar.getByRole('button', { name: 'Responder' })).toBeVisible()
  const steps = bar.locator('a, button').filter({ hasText: /^(Anterior|Siguiente)$/ })
  await expect(steps).toHaveCount(2)
  for (const step of await steps.all()) await expect(step).toBeHidden()
  await page.getByRole('button', { name: 'Ocultar foto-certificado.jpg' }).click()
  for (const step of await steps.all()) await expect(step).toBeVisible()
})

test('On a screen of 1440 px the button to save filters moves no row (§12.2025)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await pictures['requests-filtered']?.(page)
  await page.goto('/requests?q=bruno&mine=1')
  const rows = async () => {
    const boxes = [/^Abiertas/, 'Guardar estos filtros', 'Filtros'].map((name) =>
      page.getByRole('button', { name, exact: true }).boundingBox(),
    )
    return new Set((await Promise.all(boxes)).map((box) => box?.y)).size
  }
  await expect.poll(rows).toBe(1)
})
