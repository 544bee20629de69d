import type { Page } from '@playwright/test'
import { logInAs } from '../support/portal.ts'
import { answerList, press } from './stage.ts'

// Two years of a busy cooperative: the sample has answered two requests.

const ADDRESS = '/reports?desde=2024-12&hasta=2026-11'

const neverEntered = [
  { id: 21, name: 'Tomás Rivas Oñate', rut: '20347878-K', email: 'tomas.rivas@correo.example' },
  { id: 22, name: 'Berta Cid', rut: '10000002-0', email: '' },
  {
    id: 23,
    name: 'Sociedad de Inversiones Inmobiliarias y Constructora Los Robles de Hualpén Limitada',
    rut: '76192083-9',
    email: 'contacto@losrobles.example',
  },
].map((member, index) => ({
  ...member,
  invited_at: index === 0 ? '2026-11-20T14:05:00Z' : null,
  letter_at: index === 2 ? '2026-11-20T14:05:00Z' : null,
}))

const months = Array.from({ length: 24 }, (_, index) => {
  const month = ((index + 11) % 12) + 1
  const year = 2024 + Math.floor((index + 11) / 12)
  return `${year}-${String(month).padStart(2, '0')}`
})

const answersOf = (
  month: string | null,
  procedure: number | null,
  answered: number,
  late: number,
) => ({
  month,
  procedure_id: procedure,
  title:
    procedure === null
      ? ''
      : [
          'Copia de contrato o de otro documento',
          'Cesión de derechos a un familiar directo o indirecto, con poder notarial',
        ][procedure - 1],
  answered,
  on_time: answered - late,
  late,
  mean_minutes: answered === 0 ? null : 615,
  median_minutes: answered === 0 ? null : 500,
})

const reports = {
  from: months[0],
  to: months.at(-1),
  answers: [
    answersOf(null, null, 12_480, 811),
    answersOf(null, 1, 11_230, 11),
    answersOf(null, 2, 1250, 800),
    ...months.flatMap((month, index) =>
      index === 3 ? [] : [answersOf(month, null, 480 + ((index * 37) % 90), (index * 17) % 70)],
    ),
  ],
  open: [
    { requests: 41, overdue: 0, waiting: 3 },
    { requests: 62, overdue: 4, waiting: 9 },
    { requests: 18, overdue: 9, waiting: 6 },
    { requests: 0, overdue: 0, waiting: 0 },
    { requests: 7, overdue: 2, waiting: 5 },
  ],
  accounts: { not_invited: 1204, invited: 322, active: 8741, inactive: 18 },
  activations: months.map((month, index) => ({ month, accounts: (index * 91) % 400 })),
}

const lastMonth = reports.answers.filter(({ month }) => month === months.at(-1))
const ofLastMonth = {
  ...reports,
  answers: [...lastMonth.map((row) => ({ ...row, month: null })), ...lastMonth],
  activations: reports.activations.slice(-1),
}

const noneOverdue = { sales: 0, instalments: 0, amount: '0', unknown: 0 }
const holder = {
  holder: 'Rosa Muñoz Sepúlveda',
  home: 'Casa 24',
  phone: '+56 9 1234 5678',
  email: '',
}
const overdue = {
  today: '2026-11-23',
  bands: [
    { sales: 412, instalments: 440, amount: '3245.7', unknown: 0 },
    { sales: 103, instalments: 190, amount: '1398.4321', unknown: 2 },
    { sales: 41, instalments: 120, amount: '884.2', unknown: 0 },
    { sales: 62, instalments: 711, amount: '5220.9', unknown: 0 },
    noneOverdue,
  ],
  results: [3, 3, 1, 0].map((band, place) => ({
    ...{ sale: `V-${1001 + place}`, band, instalments: 12 - place, amount: `${90 - place * 7}.25` },
    ...{ unknown: 0, oldest: '2025-11-06', user_id: 4 + place, ...holder },
  })),
  ...{ current: 1, lastPage: 42 },
}

const empty = {
  ...reports,
  answers: [{ ...answersOf(null, null, 0, 0) }],
  open: reports.open.map(() => ({ requests: 0, overdue: 0, waiting: 0 })),
  accounts: { not_invited: 0, invited: 0, active: 0, inactive: 0 },
}

async function openWith(page: Page, answer: { status?: number; json: unknown }, address = ADDRESS) {
  await page.route('**/api/overdue-sales/?*', (route) => route.fulfill({ json: overdue }))
  await page.route('**/api/reports/?*', (route) => {
    const { searchParams } = new URL(route.request().url())
    const isMonth = searchParams.get('from') === searchParams.get('to')
    return route.fulfill(isMonth ? { json: ofLastMonth } : answer)
  })
  await logInAs(page, 'mario', address)
}

export const reportPictures: Record<string, (page: Page) => Promise<unknown>> = {
  reports: async (page) => {
    await openWith(page, { json: reports }, '/reports')
    await page.getByRole('button', { name: 'Este mes' }).waitFor()
    await page.getByText('Ver el detalle').first().waitFor()
  },
  'reports-details': async (page) => {
    await openWith(page, { json: reports })
    await page.getByText('Ver el detalle').first().click()
    await page.locator('.recharts-bar-rectangle').first().waitFor()
  },
  'reports-procedure': async (page) => {
    await openWith(page, { json: reports }, `${ADDRESS}&tramite=2`)
    await page.getByLabel('Trámite').waitFor()
  },
  'reports-empty': (page) => openWith(page, { json: empty }),
  'reports-period': async (page) => {
    await logInAs(page, 'mario', '/reports?desde=2026-10&hasta=2026-08')
    await page.getByText('El primer mes no puede ser posterior').waitFor()
  },
  'reports-down': async (page) => {
    await openWith(page, { status: 503, json: 'Servicio no disponible. Inténtalo más tarde.' })
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
  },
  letters: async (page) => {
    await answerList(page, '/api/never-entered/', neverEntered, 3, { count: 58 })
    await logInAs(page, 'ivan')
    await page.goto('/letters')
    await page.getByText('Sociedad de Inversiones').waitFor()
  },
  'letters-print': async (page) => {
    await answerList(page, '/api/never-entered/', neverEntered, 3, { count: 58 })
    await logInAs(page, 'ivan')
    await page.goto('/letters')
    await press(page, 'Imprimir 3 cartas de esta página')
    await page.getByRole('dialog').waitFor()
  },
  'reports-loading': async (page) => {
    await page.route('**/api/reports/?*', () => {})
    await logInAs(page, 'mario', ADDRESS)
  },
}
