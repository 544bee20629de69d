import type { Page } from '@playwright/test'
import { logInAs } from '../support/portal.ts'

const REVIEW = 'Sí: pedir que lo revisen'

/** Rosa's home once she has asked what its link asks. */
async function withAsked(page: Page): Promise<void> {
  await logInAs(page, 'rosa')
  const address = await page.getByRole('link', { name: REVIEW }).getAttribute('href')
  const sobre = new URL(address ?? '', page.url()).searchParams.get('sobre')
  await page.route('**/api/sales-data/', async (route) => {
    const [sale] = await (await route.fetch()).json()
    const [request] = sale.requerimientos
    const asked = { ...request, key: 128, tramite_titulo: 'Otra consulta', estado: 'Enviado' }
    Object.assign(asked, { respuesta: '', fecha_cierre: '', responder_hasta: '2099-12-02', sobre })
    await route.fulfill({ json: [{ ...sale, requerimientos: [asked, request] }] })
  })
  await page.reload()
  await page.getByText('solicitud Nº 128').waitFor()
}

/** What a member asks freely. */
export const questionPictures: Record<string, (page: Page) => Promise<unknown>> = {
  'question-form': async (page) => {
    await logInAs(page, 'rosa')
    await page.getByRole('link', { name: REVIEW }).click()
    await page.getByRole('button', { name: 'Enviar consulta' }).waitFor()
  },
  'question-asked': withAsked,
  'question-co-holder': async (page) => {
    await logInAs(page, 'bruno', '/profile#quien-ve')
    await page.getByRole('link', { name: 'Pedir que la agreguen' }).waitFor()
  },
}
