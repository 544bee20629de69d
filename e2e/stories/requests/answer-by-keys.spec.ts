import { expectAccessible } from '../../support/checks.ts'
import { fileRequests } from '../../support/filings.ts'
import { asStaff, expect, logInAs, test } from '../../support/portal.ts'

const DESKTOP = { width: 1440, height: 900 }
const REQUESTS = 20
/** What only these requests say. */
const WORD = 'escritura-de-1998'
const TEMPLATE = 'Tu copia está lista: pasa a buscarla con tu carné.'

test('Mario answers twenty requests by keys alone, with fewer than six presses each (§12.1204, §12.1205, §12.1206)', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP)
  await logInAs(page, 'mario', '/requests')
  const mario = await asStaff(page.request, 'mario')
  await mario('POST', '/api/answer-templates/', { title: 'A la copia', body: TEMPLATE })
  const pages = Array.from({ length: REQUESTS }, (_, index) => index + 1)
  await fileRequests(
    page.request,
    'bruno',
    pages.map((number) => `Necesito la ${WORD}, página ${number}`),
  )
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
