import type { Page } from '@playwright/test'
import { buildLoad, buildUpload } from '../../apps/web/src/testing/build-load.ts'
import { logInAs } from '../support/portal.ts'
import { answerList, press } from './stage.ts'

// Loads of accounting's exports, with more in them than the sample's.

/** Accounting exports every night. */
const exportOf = (day: string) => ({
  name: `exportacion_contabilidad_vista_al_biobio_${day}_0600.ndjson.gz`,
  at: `${day}T12:00:00Z`,
  cutoff: `${day}T09:00:00Z`,
})
const REFUSAL = '138 de 12.345 ventas se rechazan: más del 1 % permitido.'

const load = (id: number, day: string, overrides: Parameters<typeof buildLoad>[0] = {}) => {
  const { name, at, cutoff } = exportOf(day)
  return buildLoad({
    ...{ id, state: 'applied', file: name, at, cutoff, by: 'Iván Rojas Mella' },
    ...{ announced: 12_345, added: 12, changed: 1_280, unchanged: 11_051, withdrawn: 3 },
    ...{ rejected: 2, broken_rules: 5, findings: 3, new_accounts: 9, emails: 214 },
    ...overrides,
  })
}

const left = { documents: 4, accesses: 1, requests: 1, reports: 2, payments: 1 }

const tried = load(18, '2026-11-23', {
  state: 'tried',
  holder_changes: { sales: 3, ...left },
  replaced_sample: {
    ...{ sales: 9, requests: 2, procedures: 3, documents: 1 },
    ...{ reports: 1, announcements: 1, values: 431 },
  },
})

type Upload = NonNullable<Parameters<typeof buildUpload>[0]>

const upload = (id: number, day: string, overrides: Upload = {}) => {
  const { name, at } = exportOf(day)
  const size = 48_500_000 + id * 10_000
  return buildUpload({ id, name, at, size, by: 'Iván Rojas Mella', load: tried, ...overrides })
}

const refusedLoad = load(19, '2026-11-22', {
  ...{ state: 'tried', refusal: REFUSAL, refusal_code: 'too_many_rejects' },
  ...{ rejected: 138, broken_rules: 141, unchanged: 10_915 },
})
const refused = upload(6, '2026-11-22', { state: 'refused', load: refusedLoad })

const uploads = [
  upload(7, '2026-11-23', { state: 'running', load: null }),
  refused,
  upload(4, '2026-11-20', {
    ...{ state: 'failed', name: 'ventas.zip', size: 900, load: null, has_file: false, by: '' },
    token: 'Contabilidad, cada noche',
    failure: 'El archivo está dañado o no es lo que dice ser.',
  }),
]

const history = [
  load(17, '2026-11-21'),
  load(16, '2026-11-20', {
    ...{ state: 'refused', by: '', refusal: REFUSAL, rejected: 138, unchanged: 12_207 },
    ...{ added: 0, changed: 0, withdrawn: 0 },
  }),
  load(15, '2026-11-19', {
    ...{ state: 'undone', undone_at: '2026-11-19T15:00:00Z', undone_by: 'Iván Rojas Mella' },
  }),
]

const undoable = {
  load: load(17, '2026-11-21'),
  refusal: null,
  is_under_way: false,
  accounts: { created: 9, invited: 4 },
  requests_on_added: 1,
  reports_on_added: 2,
  documents_on_added: 0,
  accesses_on_added: 0,
  orders_on_added: 0,
  news: { read: 31, emailed: 118 },
  deleted_sample: {
    ...{ requests: 2, procedures: 3, documents: 1 },
    ...{ reports: 1, announcements: 1, values: 431 },
  },
}

const ofRosa = { holder: 'Rosa Muñoz Sepúlveda', home: 'Casa 24' }
const ofElena = { holder: 'Elena Vidal Pereira', home: 'Casa 104' }
const ofNobody = { holder: '', home: '' }

const changes = [
  { sale: 'V-12001', ...ofElena, kind: 'added', is_comparable: true },
  { sale: 'V-1001', ...ofRosa, kind: 'changed', is_comparable: true, left_behind: left },
  { sale: 'COND-SANVICENTE-ETAPA3-0024', ...ofNobody, kind: 'changed', is_comparable: true },
  { sale: 'V-8', ...ofNobody, kind: 'withdrawn', is_comparable: false },
]

const rejects = [
  {
    ...{ file: '', line: 36, sale: 'V-1001', ...ofRosa },
    ...{ field: 'estado_de_pago.Cuotas mensuales.cuotas[3].fecha_vencimiento' },
    ...{ value: '2026-13-45', reason: 'no es una fecha' },
  },
  {
    ...{ file: 'ventas.csv', line: 214, sale: 'V-1203', ...ofElena, field: 'cliente_rut' },
    ...{ value: '12345678-4', reason: 'no es un rut válido' },
  },
  {
    ...{ file: 'compromisos.csv', line: 12_876, sale: 'COND-SANVICENTE-ETAPA3-0024', ...ofNobody },
    ...{ field: 'compromiso_pagado_porcentaje', value: '1.798' },
    reason: 'no se sabe si separa miles o decimales',
  },
]

const causes = rejects.map(({ file, field, reason }, place) => ({
  ...{ file, field: field.replace(/\[\d+\]/, '[]'), reason },
  count: [124, 12, 5][place],
}))

const findings = [
  { sale: 'V-1042', ...ofElena, code: 'unreadable_email', stated: '', computed: '' },
  { sale: 'V-1001', ...ofRosa, code: 'debt', stated: '150.5', computed: '187.6' },
  {
    sale: 'COND-SANVICENTE-ETAPA3-0024',
    ...ofNobody,
    code: 'plan_amount',
    stated: '441',
    computed: '440.25',
  },
]

const email = (id: number, overrides: object = {}) => ({
  id,
  user_id: id,
  name: 'Rosa Muñoz Sepúlveda',
  email: 'rosa.munoz@correo.example',
  state: 'sent',
  failure: '',
  news: 2,
  at: '2026-11-21T12:05:00Z',
  ...overrides,
})

const emails = [
  email(1),
  email(2, {
    name: 'María Fernanda de los Ángeles Sepúlveda-Etcheverry Fuenzalida',
    email: 'maria.fernanda.sepulveda.etcheverry@correo.cooperativa.example',
    state: 'failed',
    failure: '550 5.1.1 The email account that you tried to reach does not exist',
  }),
  email(3, { name: 'Hernán Soto Aguayo', email: 'hernan@correo.example', state: 'waiting' }),
]

const summary = {
  ...{ is_paused: true, is_held: false, is_undone: false, waiting: 118 },
  ...{ sent: 31, failed: 1, cancelled: 0 },
}

const token = (id: number, overrides: object = {}) => ({
  id,
  name: 'Contabilidad, cada noche a las 05:30, desde el servidor de la oficina',
  prefix: 'cvi_k3Y9aZ',
  state: 'active',
  created_by: 'Iván Rojas Mella',
  created_at: '2026-11-01T12:00:00Z',
  expires_at: '2027-11-01T12:00:00Z',
  last_used_at: '2026-11-21T08:30:00Z',
  ...overrides,
})

async function answer(page: Page, path: string, json: object): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => route.fulfill({ json }),
  )
}

async function open(page: Page, search = ''): Promise<void> {
  await answer(page, '/api/loads/undoable/', { undoable })
  await answer(page, '/api/staff/counts/', {
    ...{ payment_reports: { reported: 3 }, loads: { with_rejects: 2 }, setup: { missing: 1 } },
  })
  for (const shown of [...history, tried, refusedLoad]) {
    await answer(page, `/api/loads/${shown.id}/`, shown)
    await answerList(page, `/api/loads/${shown.id}/changes/`, changes)
    const pages = shown === refusedLoad ? 3 : 1
    await answerList(page, `/api/loads/${shown.id}/rejects/`, rejects, pages, { causes })
    await answerList(page, `/api/loads/${shown.id}/findings/`, findings)
  }
  for (const shown of [upload(8, '2026-11-23'), ...uploads]) {
    await answer(page, `/api/import-uploads/${shown.id}/`, shown)
  }
  await logInAs(page, 'ivan', `/imports${search}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function openOverview(page: Page, { isEmpty = false } = {}): Promise<void> {
  await answerList(page, '/api/import-uploads/', isEmpty ? [] : uploads)
  await answerList(page, '/api/loads/', isEmpty ? [] : history, isEmpty ? 1 : 12)
  await open(page)
}

/** At its end, where the buttons at the foot cover none of its figures. */
async function openToTheEnd(page: Page, search: string): Promise<void> {
  await open(page, search)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
}

async function openTab(page: Page, name: RegExp): Promise<void> {
  await open(page, '/loads/17')
  await page.getByRole('tab', { name }).click()
}

async function openTokens(page: Page, results: object[]): Promise<void> {
  await answer(page, '/api/import-tokens/', { results })
  await open(page, '/tokens')
}

/** Accounting's exports: upload, dry run, decision, loads and tokens. */
export const importPictures: Record<string, (page: Page) => Promise<unknown>> = {
  imports: (page) => openOverview(page),
  'imports-empty': (page) => openOverview(page, { isEmpty: true }),
  'imports-upload': async (page) => {
    await openOverview(page)
    await press(page, 'Subir una exportación')
    await page.getByRole('dialog').waitFor()
  },
  'imports-undo': async (page) => {
    await openOverview(page)
    await press(page, 'Deshacer la carga 21-11-2026 06:00')
    await page.getByRole('dialog').waitFor()
  },
  'import-running': (page) => open(page, '/uploads/7'),
  'import-checked': (page) => open(page, '/uploads/8'),
  'import-apply': async (page) => {
    await openToTheEnd(page, '/uploads/8')
    await press(page, 'Aplicar')
    await page.getByRole('dialog').waitFor()
  },
  'import-compare': async (page) => {
    await answer(page, '/api/loads/18/figures/', {
      left_behind: left,
      figures: [
        { name: 'Saldo', before: 'UF 1.798,30', after: 'UF 1.750,50', is_changed: true },
        { name: 'Deuda de la reserva', before: null, after: null, is_changed: false },
        { name: 'Cuotas pagadas', before: '24 de 60', after: '25 de 60', is_changed: true },
      ],
    })
    await open(page, '/uploads/8')
    await page.getByRole('tab', { name: /^Diferencias/ }).click()
    await press(page, 'Comparar V-1001')
    await page.getByText('datos cambian').waitFor()
  },
  'import-refused': (page) => open(page, '/uploads/6'),
  'import-accept': async (page) => {
    await open(page, '/uploads/6')
    await press(page, 'Aceptar sin las 138 y revisar')
    await page.getByRole('dialog').waitFor()
  },
  load: (page) => open(page, '/loads/17'),
  'load-findings': (page) => openTab(page, /^Hallazgos/),
  'load-emails': async (page) => {
    await answer(page, '/api/loads/17/emails/', {
      ...{ results: emails, current: 1, lastPage: 12 },
      summary,
    })
    await openTab(page, /^Correos/)
  },
  'import-tokens': (page) =>
    openTokens(page, [
      token(4),
      token(3, {
        name: 'Notebook de Mario',
        state: 'suspended',
        created_by: 'Mario Fuentes Alarcón',
      }),
      token(2, { name: 'Servidor, cada noche', created_by: '' }),
      token(1, { name: 'Viejo', state: 'revoked', created_by: '', last_used_at: null }),
    ]),
  'import-tokens-empty': (page) => openTokens(page, []),
  'import-token-created': async (page) => {
    await page.route('**/api/import-tokens/', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 201, json: { ...token(3), token: `cvi_${'k3Y9aZ'.repeat(7)}x` } })
        : route.fulfill({ json: { results: [] } }),
    )
    await open(page, '/tokens')
    await press(page, 'Crear token')
    await page.getByLabel('Nombre').fill('Contabilidad, cada noche')
    await press(page, 'Crear')
    await page.getByRole('button', { name: 'Ya lo guardé' }).waitFor()
  },
}
