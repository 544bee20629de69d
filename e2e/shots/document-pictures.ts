import type { Page } from '@playwright/test'
import { logInAs } from '../support/portal.ts'
import { press } from './stage.ts'

const document = {
  ...{ id: 1, sale_code: 'V-1001', category: 'deed', title: 'Escritura de compraventa, copia' },
  ...{ date: '2026-03-14', size: 1_843_200, content_type: 'application/pdf', is_new: true },
  ...{ version: 1, source: 'published' },
}
const documents = [
  document,
  {
    ...document,
    id: 2,
    title:
      'Certificado de hipotecas, gravámenes, interdicciones y prohibiciones de enajenar con vigencia de treinta años',
    is_new: false,
    size: 26_214_400,
  },
  {
    ...document,
    id: 3,
    category: 'reservation',
    title: 'Promesa de compraventa firmada',
    is_new: false,
  },
  {
    ...document,
    id: 4,
    category: 'plans',
    title: 'Plano de la vivienda tipo B',
    content_type: 'image/png',
  },
  {
    ...document,
    id: 'statement-EC-1234-5678-9ABC',
    category: 'payments',
    title: 'Estado de cuenta',
    size: 0,
    is_new: false,
    source: 'statement',
  },
  {
    ...document,
    id: 'request-34',
    category: 'certificates',
    title: 'Certificado de residencia',
    is_new: false,
    source: 'request',
  },
  { ...document, id: 7, category: 'other', title: 'Reglamento de copropiedad', is_new: false },
]

const published = {
  ...{ id: 1, sale_code: 'V-1001', category: 'deed', title: 'Escritura de compraventa, copia' },
  ...{ date: '2026-03-14', visible_from: '2026-03-15', visible_to_co_holder: true },
  ...{ name: 'escritura.pdf', size: 1_843_200, content_type: 'application/pdf', version: 2 },
  ...{ published_at: '2026-03-15T12:00:00Z', withdrawn_at: null as string | null, reason: '' },
  former_holder: null as { name: string; is_handed_over: boolean } | null,
  earlier_versions: [
    {
      ...{ version: 1, name: 'borrador.pdf', size: 900_000, content_type: 'application/pdf' },
      replaced_at: '2026-03-20T12:00:00Z',
    },
  ],
}
const publishedDocuments = [
  published,
  {
    ...published,
    ...{ id: 2, category: 'plans', visible_from: '2099-01-01', visible_to_co_holder: false },
    ...{ version: 1, earlier_versions: [], title: documents[1]?.title },
  },
  {
    ...published,
    ...{ id: 4, category: 'reservation', title: 'Promesa de compraventa firmada' },
    former_holder: { name: 'María Fernanda de los Ángeles Sepúlveda', is_handed_over: false },
  },
  {
    ...published,
    ...{ id: 5, category: 'reservation', title: 'Reserva' },
    former_holder: { name: 'Hernán Soto Aguayo', is_handed_over: true },
  },
  { ...published, id: 3, withdrawn_at: '2026-04-01T12:00:00Z', reason: 'Era de otra venta' },
]

const zip = {
  ...{ id: 5, name: 'escrituras-noviembre.zip', done: 0, total: 3, added: 1, known: 1 },
  ...{ failure: '', created_by: { id: 7, name: 'Iván Soto' }, created_at: '2026-11-20T12:00:00Z' },
  state: 'refused',
  rejected: 1,
}
const plan = {
  ...zip,
  documents: [
    {
      ...{ file: 'V-1001_escritura_Copia.pdf', sale_code: 'V-1001', category: 'deed' },
      ...{ title: 'Copia', date: '', visible_to_co_holder: false, is_known: false },
    },
  ],
  rejects: [
    {
      ...{ file: 'V-9999_planos_Planta.pdf', line: null, sale_code: 'V-9999' },
      reason: 'No hay una venta con este código',
    },
  ],
}

async function atDocuments(page: Page, results: object[]) {
  await page.route('**/api/member-documents/', (route) => route.fulfill({ json: { results } }))
  await logInAs(page, 'rosa')
  await page.goto('/documents')
  await page.getByRole('heading', { level: 1, name: 'Mis documentos' }).waitFor()
}

async function atStaff(page: Page, search = '?venta=V-1001') {
  await page.route('**/api/sales/V-1001/documents/', (route) =>
    route.fulfill({
      json: {
        holder: { id: 3, name: 'Rosa Muñoz Sepúlveda' },
        holder_rut: '12345678-5',
        results: publishedDocuments,
      },
    }),
  )
  await page.route('**/api/document-imports/', (route) =>
    route.fulfill({ json: { results: [zip] } }),
  )
  await page.route('**/api/document-imports/5/', (route) => route.fulfill({ json: plan }))
  await logInAs(page, 'ivan')
  await page.goto(`/member-documents${search}`)
  await page.getByText('No calzan').waitFor()
}

/** The documents of a member, and the screens that publish them. */
export const documentPictures: Record<string, (page: Page) => Promise<unknown>> = {
  documents: (page) => atDocuments(page, documents),
  'documents-none': (page) => atDocuments(page, []),
  'documents-new': async (page) => {
    await page.route('**/api/member-documents/', (route) =>
      route.fulfill({ json: { results: documents } }),
    )
    await logInAs(page, 'rosa', '/dashboard?tab=escrituracion')
    await page.getByText('DOCUMENTOS DE TU ESCRITURA').waitFor()
  },
  'member-documents': (page) => atStaff(page),
  'member-documents-zip': (page) => atStaff(page, ''),
  'member-documents-more': async (page) => {
    await atStaff(page)
    await press(page, 'Más acciones de Promesa de compraventa firmada')
    await page.getByRole('menuitem', { name: 'Retirar' }).waitFor()
  },
  'member-documents-mend': async (page) => {
    await atStaff(page)
    await press(page, 'Corregir V-9999_planos_Planta.pdf')
    await page.getByLabel('Título', { exact: true }).first().waitFor()
  },
  'member-documents-hand-over': async (page) => {
    await atStaff(page)
    await press(page, 'Más acciones de Promesa de compraventa firmada')
    await page.getByRole('menuitem', { name: 'También para el nuevo titular' }).click()
    await page.getByRole('dialog').waitFor()
  },
  'member-documents-publish': async (page) => {
    await atStaff(page)
    await press(page, 'Publicar documentos')
    const file = { mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') }
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles([
        { ...file, name: 'V-1001_planos_Planta del primer piso 2026-02-01.pdf' },
        { ...file, name: 'notas.txt' },
      ])
    await page.getByText('Tipo de archivo no permitido').waitFor()
  },
}
