import type { Page } from '@playwright/test'
import { personas } from '../../../apps/api/seeds/personas.ts'
import { expectAccessible } from '../../support/checks.ts'
import { asStaff, expect, logInAs, test } from '../../support/portal.ts'
import { COPY } from '../../support/request-form.ts'

const DESKTOP = { width: 1440, height: 900 }
const REQUESTS = 20
/** What only these requests say. */
const WORD = 'escritura-de-1998'
const TEMPLATE = 'Tu copia está lista: pasa a buscarla con tu carné.'

/** Bruno's requests, as Mario filed them. */
async function fileRequests(page: Page) {
  const mario = await asStaff(page.request, 'mario')
  await mario('POST', '/api/answer-templates/', { title: 'A la copia', body: TEMPLATE })
  const get = (path: string) => page.evaluate(async (path) => (await fetch(path)).json(), path)
  const found = await get(`/api/filings/members/?q=${personas.bruno.rut}`)
  const { id } = found.results[0]
  const { sales, procedures } = await get(`/api/filings/members/${id}/`)
  const procedure = procedures.find(({ title }: { title: string }) => title === COPY)
  for (let number = 1; number <= REQUESTS; number += 1) {
    const form = {
      member_id: id,
      procedure_id: procedure.id,
      sale_code: sales[0].code,
      comment: `Necesito la ${WORD}, página ${number}`,
    }
    const filed = await mario('POST', '/api/filings/', form)
    await mario('POST', '/api/request/send/', { request_id: filed.id })
  }
}

test('Mario answers twenty requests by keys alone, with fewer than six presses each (§12.1204, §12.1205, §12.1206)', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await logInAs(page, 'mario', '/requests')
  await fileRequests(page)
  let presses = 0
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      presses += key.split('+').length
    }
  }
  const write = async (text: string) => {
    await page.keyboard.type(text)
    presses += text.length
  }
  const comment = page.getByRole('region', { name: 'Lo que pide' }).getByText(WORD)

  await press('/')
  await page.keyboard.type(WORD)
  await press('Enter')
  await expect(page).toHaveURL(new RegExp(`q=${WORD}`))
  await expect(page.getByRole('row')).toHaveCount(REQUESTS + 1)
  // The first request is above 260 px, and twelve are on the screen.
  const tops = await page
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()))
  expect(tops[0]?.top).toBeLessThan(260)
  expect(tops.filter(({ bottom }) => bottom <= DESKTOP.height).length).toBeGreaterThanOrEqual(12)
  await press('Tab', 'j', 'Enter')
  await expect(comment).toBeVisible()

  const seen = new Set<string>()
  for (let number = 1; number <= REQUESTS; number += 1) {
    const address = new URL(page.url()).pathname
    await expect(
      page.getByText(`Solicitud Nº ${address.split('/').at(-1)} · Enviada`),
    ).toBeVisible()
    await expect(comment).toBeVisible()
    expect(seen).not.toContain(address)
    seen.add(address)
    // One is taken and asked back, one is answered in Mario's own words, the others with the template.
    if (number === 1) {
      await press('a')
      await expect(page.getByText(/quedó asignada a Mario/)).toBeVisible()
      await press('p')
      await write('¿De qué año?')
    } else if (number === 2) {
      await press('r')
      await write('Ya va.')
    } else {
      await press('t')
      await expect(page.getByRole('menuitem', { name: 'A la copia' })).toBeFocused()
      await press('Enter')
      await expect(page.getByLabel('Respuesta', { exact: true })).toHaveValue(TEMPLATE)
    }
    const isLast = number === REQUESTS
    await press('Control+Enter')
    if (!isLast) await expect(page).not.toHaveURL(new RegExp(`${address}\\b`))
    if (number === 3) await expectAccessible(page)
  }
  // Until then the notice is that of the request before.
  const last = new URL(page.url()).pathname.split('/').at(-1)
  await expect(
    page.getByText(`Resolviste la Nº ${last}. Avisamos por correo a Bruno`),
  ).toBeVisible()
  expect(presses / REQUESTS).toBeLessThan(6)

  // What was done can be taken back from where it is told.
  await page.getByRole('link', { name: 'Reabrir' }).click()
  await expect(page.getByLabel('Por qué se reabre')).toBeFocused()
  await press('Escape')
  await page.goto(`/requests?q=${WORD}`)
  await expect(page.getByRole('button', { name: /^Abiertas 1$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cerradas 19$/ })).toBeVisible()
})
