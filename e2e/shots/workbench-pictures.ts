import type { Page } from '@playwright/test'
import { buildDocument } from '../../apps/web/src/testing/build-request.ts'
import {
  buildAnswerFile,
  buildRequestRow,
  buildStaffRequest,
} from '../../apps/web/src/testing/build-staff-request.ts'
import { logInAs } from '../support/portal.ts'
import { answerQueue, antonia, queueCounts, rosa } from './sample-queue.ts'
import { drawPage, press } from './stage.ts'

// The workbench with more requests than the sample has: the answers are made here.

const OVERDUE_SINCE = '2026-11-19T14:00:00Z'

const document = (id: number, overrides: Parameters<typeof buildDocument>[0] = {}) =>
  buildDocument({
    ...{ id, name: 'cedula-por-ambos-lados.pdf', size: 812_400 },
    title: 'Cédula de identidad de quien recibe, por ambos lados',
    ...overrides,
  })

type Overrides = NonNullable<Parameters<typeof buildStaffRequest>[0]>
type Event = NonNullable<Overrides['events']>[number]

const event = (id: number, kind: Event['kind'], text = '', actor = antonia.name): Event => ({
  id,
  at: `2026-11-1${6 + Math.floor(id / 2)}T1${id + 3}:20:00Z`,
  ...{ kind, actor, text, helped: null },
})

const request = (overrides: Overrides = {}) =>
  buildStaffRequest({
    id: 44,
    project: 'Altos de Tumbes',
    sent_at: '2026-11-16T13:40:00Z',
    procedure: {
      id: 3,
      title: 'Cesión de derechos a un familiar',
      description: 'Para traspasar tu reserva a tu cónyuge, conviviente civil, hijo o padre.',
      documents: ['Carta de solicitud firmada', 'Cédula de identidad', 'Certificado'],
    },
    comment: 'Quisiera traspasar mi reserva a mi hija.\nSi falta algo, me avisan por favor.',
    replaced_documents: [
      {
        ...document(0, { name: 'cedula-borrosa.jpg', review: 'rejected', reason: 'No se lee.' }),
        position: 1,
        replaced_at: '2026-11-19T15:00:00Z',
      },
    ],
    documents: [
      document(1, { title: 'Carta de solicitud firmada', name: 'carta.pdf', review: 'accepted' }),
      document(2, {
        position: 1,
        review: 'rejected',
        reason: 'Falta el reverso de la cédula.',
      }),
      document(3, {
        position: 2,
        title: 'Certificado de matrimonio',
        name: 'foto-certificado.jpg',
      }),
    ],
    events: [
      event(1, 'sent', '', rosa.name),
      event(2, 'review'),
      event(3, 'assigned', antonia.name),
      event(4, 'document_rejected', 'Cédula de identidad de quien recibe, por ambos lados'),
      event(5, 'note', 'Llamé a la notaría: la carta está bien firmada.'),
    ],
    member: { ...rosa, email: 'rosa.munoz@correo.example', gets_emails: true },
    assignee: antonia,
    due_at: OVERDUE_SINCE,
    is_overdue: true,
    version: 6,
    ...overrides,
  })

const answerFile = (publishedAt: string | null) =>
  buildAnswerFile({ id: 9, name: 'borrador-de-la-cesion.pdf', published_at: publishedAt })

const closed = {
  state: 'resolved',
  answer: 'Aprobamos la cesión. Te esperamos en la notaría el lunes 30 a las 10:00.',
  answer_files: [answerFile('2026-11-20T15:00:00Z')],
  closed_at: '2026-11-20T15:00:00Z',
  due_at: null,
  can_reopen: true,
} satisfies Overrides

const filing = {
  member: rosa,
  sales: [{ code: 'V-1001', project: 'Altos de Tumbes', is_open: true }],
  procedures: [
    {
      id: 3,
      title: 'Cesión de derechos a un familiar',
      description: '',
      documents: ['Carta de solicitud firmada', 'Cédula de identidad de quien recibe'],
      needs_open_sale: true,
    },
    {
      id: 4,
      title: 'Copia de contrato o de otro documento',
      description: '',
      documents: [],
      needs_open_sale: true,
    },
  ],
}

/** @param options null for a member that does not exist. */
async function atFiling(page: Page, memberId: string, options: object | null = filing) {
  await page.route(/\/api\/filings\/members\/1\//, (route) =>
    options === null
      ? route.fulfill({ status: 404, json: { detail: 'No encontrado.' } })
      : route.fulfill({ json: options }),
  )
  await page.route('**/api/filings/draft/**', (route) => {
    const id = new URL(route.request().url()).searchParams.get('procedure_id')
    const documents = filing.procedures.find((each) => String(each.id) === id)?.documents ?? []
    const empty = { is_optional: false, reason: '', files: [] }
    const slots = documents.map((title, position) => ({ ...empty, title, position }))
    return route.fulfill({ json: { id: null, version: 0, comment: '', slots, surplus: [] } })
  })
  await logInAs(page, 'mario')
  await page.goto(`/requests/new/${memberId}`)
  await page.getByRole('heading', { name: 'Ingresar solicitud por un socio' }).waitFor()
}

async function answerRequests(page: Page) {
  await page.route('**/api/staff/counts/', (route) =>
    route.fulfill({ json: { requests: queueCounts } }),
  )
  await page.route(/\/api\/requests\/\?/, (route) =>
    route.fulfill({ json: answerQueue(route.request().url()) }),
  )
}

async function atQueue(page: Page, search = '') {
  await answerRequests(page)
  await logInAs(page, 'mario')
  await page.goto(`/requests${search}`)
  await page.getByRole('button', { name: /^Filtros/ }).waitFor()
}

/** What is looked up beside the request. */
const besideRequest = {
  requests: [
    buildRequestRow({ id: 45, state: 'sent' }),
    buildRequestRow({
      ...{ id: 31, state: 'resolved', due_at: null },
      procedure_title: 'Copia de contrato o de otro documento',
    }),
  ],
  sale: {
    property: { type: 'Casa', lot: '24' },
    condominium: 'Condominio Los Boldos',
    completed_on: '',
    withdrawn_at: null,
    phone: '+56 9 5555 0142',
    due: {
      kind: 'due',
      overdue: { count: 1, amount: '7.35', due_on: '2026-11-05' },
      next: { count: 1, amount: '3.85', due_on: '2026-12-05' },
      awaited: [{ source: 'online', paid_on: '2026-11-20' }],
    },
    deed: { done: 3, steps: 9, last_step: 'Firma Vendedor', last_on: '2026-10-14' },
  },
}

async function atRequest(page: Page, overrides: Overrides = {}, beside: object = besideRequest) {
  await page.route('**/api/requests/44/member/', (route) => route.fulfill({ json: beside }))
  await page.route(/\/api\/requests\/44\/(\?|$)/, (route) =>
    route.fulfill({ json: request(overrides) }),
  )
  await answerRequests(page)
  await logInAs(page, 'mario')
  await page.goto('/requests/44')
  await page.getByRole('heading', { name: 'Historia' }).waitFor()
}

export const workbenchPictures: Record<string, (page: Page) => Promise<unknown>> = {
  'staff-welcome': async (page) => {
    await answerRequests(page)
    await logInAs(page, 'mario')
    await page.getByRole('region', { name: 'Tu trabajo' }).getByText(/Nº 41/).first().waitFor()
  },
  'staff-welcome-nothing': (page) => logInAs(page, 'mario'),
  'staff-menu': async (page) => {
    await logInAs(page, 'mario')
    // On a wide screen it is at the side, and what is one's own beside the name.
    const isWide = (page.viewportSize()?.width ?? 0) >= 1024
    await press(page, isWide ? 'Abrir tu cuenta' : 'Abrir menú')
  },
  requests: (page) => atQueue(page),
  'requests-filtered': (page) => atQueue(page, '?state=in_review,sent&mine=1&member=bruno'),
  'requests-selected': async (page) => {
    await atQueue(page)
    await page.getByLabel('Seleccionar la solicitud 41').check()
    await page.getByRole('button', { name: 'Asignar a…' }).waitFor()
  },
  'requests-keys': async (page) => {
    await atQueue(page)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Teclas' }).waitFor()
  },
  'requests-empty': (page) => atQueue(page, '?member=nadie'),
  'requests-down': async (page) => {
    const down = { status: 503, json: 'Servicio no disponible. Inténtalo más tarde.' }
    await page.route(/\/api\/requests\/\?/, (route) => route.fulfill(down))
    await logInAs(page, 'mario')
    await page.goto('/requests')
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
  },
  'requests-loading': async (page) => {
    await logInAs(page, 'mario')
    await page.route(/\/api\/requests\/\?/, () => {})
    await page.goto('/requests')
    await page.getByRole('button', { name: /^Filtros/ }).waitFor()
  },
  'request-sent': (page) => atRequest(page, { state: 'sent', assignee: null, documents: [] }),
  'request-in-review': (page) => atRequest(page),
  'request-rejecting': async (page) => {
    await atRequest(page)
    await page.getByRole('button', { name: 'Rechazar Certificado de matrimonio' }).click()
    await page.getByRole('button', { name: 'Rechazar documento' }).click()
    await page.getByText('Escribe el motivo').waitFor()
  },
  'request-filed': (page) =>
    atRequest(page, {
      filed_by: antonia.name,
      events: [event(1, 'filed'), event(2, 'review')],
    }),
  'request-merging': async (page) => {
    await atRequest(page)
    await press(page, 'Unir con Nº 45…')
    await page.getByRole('dialog').waitFor()
  },
  'request-merged': (page) =>
    atRequest(page, {
      state: 'cancelled',
      merged_into: 45,
      answer: 'Unida a la solicitud Nº 45',
      due_at: null,
      closed_at: '2026-11-20T15:00:00Z',
      events: [event(1, 'sent', '', rosa.name), event(2, 'merged', 'Unida a la solicitud Nº 45')],
    }),
  'request-with-merged': (page) =>
    atRequest(page, {
      merged: [
        {
          id: 38,
          procedure_title: 'Cesión de derechos a un familiar',
          sent_at: '2026-11-17T13:05:00Z',
          comment: 'La envío de nuevo porque no vi la primera.',
          documents: [document(11, { title: 'Carta de solicitud firmada', name: 'carta-2.pdf' })],
        },
      ],
    }),
  'filing-search': async (page) => {
    await atFiling(page, '')
    await page.getByLabel('Nombre, rut o correo del socio').fill('muñoz')
    await page.getByRole('main').getByRole('button', { name: 'Buscar', exact: true }).click()
    await page.getByRole('list', { name: 'Socios encontrados' }).waitFor()
  },
  'filing-nobody': async (page) => {
    await page.route(/\/api\/filings\/members\/\?/, (route) =>
      route.fulfill({ json: { results: [] } }),
    )
    await atFiling(page, '')
    await page.getByLabel('Nombre, rut o correo del socio').fill('nadie')
    await page.getByRole('main').getByRole('button', { name: 'Buscar', exact: true }).click()
    await page.getByText('No encontramos a nadie con «nadie».').waitFor()
  },
  'filing-form': async (page) => {
    await atFiling(page, '1')
    await page.getByLabel('Trámite').selectOption('Cesión de derechos a un familiar')
    await page.getByLabel('Qué pide').waitFor()
  },
  'filing-incomplete': async (page) => {
    await atFiling(page, '1')
    await page.getByLabel('Trámite').selectOption('Cesión de derechos a un familiar')
    await page.getByLabel('Qué pide').waitFor()
    await press(page, 'Ingresar la solicitud')
    await page.getByRole('alert').filter({ hasText: 'Faltan 2 documentos' }).waitFor()
  },
  'filing-without-sale': async (page) => {
    await atFiling(page, '1', { ...filing, sales: [] })
    await page.getByLabel('Trámite').selectOption('Copia de contrato o de otro documento')
    await page.getByText(/no tiene una venta abierta/).waitFor()
  },
  'filing-unknown': async (page) => {
    await atFiling(page, '1', null)
    await page.getByText(/No encontramos a este socio/).waitFor()
  },
  'filing-down': async (page) => {
    const down = { status: 503, json: 'Servicio no disponible. Inténtalo más tarde.' }
    await page.route(/\/api\/filings\/members\/1\//, (route) => route.fulfill(down))
    await logInAs(page, 'mario')
    await page.goto('/requests/new/1')
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
  },
  'request-alone': (page) => atRequest(page, {}, { requests: [] }),
  'request-member-down': async (page) => {
    await atRequest(page)
    const down = { status: 503, json: 'Servicio no disponible. Inténtalo más tarde.' }
    await page.route('**/api/requests/44/member/', (route) => route.fulfill(down))
    await page.reload()
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
  },
  'request-preview': async (page) => {
    const drawn = await drawPage(page)
    await page.route('**/api/documents/*/pages/*/', (route) =>
      route.fulfill({
        body: drawn,
        contentType: 'image/png',
        headers: { 'x-page-count': '3' },
      }),
    )
    await atRequest(page)
    await page.getByRole('button', { name: 'Ver foto-certificado.jpg' }).click()
    await page.getByRole('img', { name: /^Página 1 de 3/ }).waitFor()
    // Else the bar that stays in view lies across the paper.
    await page
      .getByRole('region', { name: /^Documento: / })
      .evaluate((viewer) => viewer.scrollIntoView({ block: 'end' }))
  },
  'request-preview-refused': async (page) => {
    const sentence =
      'Este PDF pide una contraseña y no se puede mostrar. Pide una copia sin contraseña.'
    await page.route('**/api/documents/*/pages/*/', (route) =>
      route.fulfill({ status: 422, json: sentence }),
    )
    await atRequest(page)
    await page.getByRole('button', { name: 'Ver carta.pdf' }).click()
    await page.getByText(sentence).waitFor()
  },
  'request-preview-loading': async (page) => {
    await page.route('**/api/documents/*/pages/*/', () => {})
    await atRequest(page)
    await page.getByRole('button', { name: 'Ver carta.pdf' }).click()
    await page.getByText('Cargando la página…').waitFor({ state: 'attached' })
  },
  'request-settling': async (page) => {
    await atRequest(page)
    await page.getByRole('radio', { name: 'Resolver' }).check()
    await page.getByLabel('Respuesta').fill('Aprobamos la cesión.')
    await page.getByRole('button', { name: 'Resolver y cerrar' }).click()
    await page.getByRole('dialog').waitFor()
  },
  ratings: async (page) => {
    const results = [
      {
        procedure_id: 1,
        title: 'Cesión de derechos a un familiar',
        answers: 141,
        helped: 61,
        not_helped: 9,
      },
      {
        procedure_id: 2,
        title: 'Copia de contrato o de otro documento',
        answers: 38,
        helped: 0,
        not_helped: 0,
      },
    ]
    await page.route('**/api/requests/ratings/', (route) => route.fulfill({ json: { results } }))
    await atQueue(page)
    await page.getByRole('button', { name: 'Más', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Valoraciones' }).click()
    await page.getByRole('table', { name: /^Valoración/ }).waitFor()
  },
  'request-conflict': async (page) => {
    const documents = request().documents.slice(0, 1)
    await atRequest(page, { documents, answer_files: [answerFile(null)] })
    const conflict =
      'Otra persona cambió esta solicitud mientras la mirabas. Actualiza la página antes de seguir.'
    await page.route('**/api/requests/44/resolve/', (route) =>
      route.fulfill({ status: 409, json: conflict }),
    )
    await page.getByLabel('Respuesta').fill('Aprobamos la cesión.')
    await page.getByRole('button', { name: 'Resolver y cerrar' }).click()
    await page.getByRole('button', { name: 'Actualizar' }).waitFor()
  },
  // A colleague requests what is missing while Mario writes the same.
  'request-news': async (page) => {
    await atRequest(page)
    await page.route('**/api/requests/44/note/', (route) =>
      route.fulfill({
        json: request({
          ...{ state: 'missing', due_at: null, version: 8 },
          events: [...request().events, event(6, 'asked', 'Falta el reverso de tu cédula.')],
        }),
      }),
    )
    await page.getByRole('radio', { name: 'Pedir lo que falta' }).check()
    await page.getByLabel('Qué falta').fill('Falta el reverso de tu cédula.')
    await page.getByLabel('Nota interna').fill('Llamé y no contesta')
    await page.getByRole('button', { name: 'Guardar nota' }).click()
    await page.getByText(/pidió lo que falta el/).waitFor()
  },
  // Reopened: files that the member already has cannot be removed.
  'request-reopened': async (page) => {
    const files = [...closed.answer_files, { ...answerFile(null), id: 10, name: 'anexo.pdf' }]
    await atRequest(page, { answer_files: files, can_extend: true })
    await page.getByText('1 documento anterior').click()
  },
  'request-templates': async (page) => {
    const results = [
      { id: 1, title: 'Copia enviada', body: 'Adjuntamos la copia que nos pediste.' },
      { id: 2, title: 'Falta un antecedente', body: 'Para seguir necesitamos:' },
    ]
    await page.route('**/api/answer-templates/', (route) => route.fulfill({ json: { results } }))
    await atRequest(page)
    await page.getByRole('button', { name: 'Usar una plantilla' }).click()
    await page.getByRole('menuitem', { name: 'Copia enviada' }).waitFor()
  },
  'request-missing': (page) =>
    atRequest(page, {
      ...{ state: 'missing', due_at: null, is_overdue: false },
      events: [...request().events, event(6, 'asked', 'Falta el reverso de tu cédula.')],
    }),
  'request-resolved': (page) => atRequest(page, closed),
  'request-reopening': async (page) => {
    await atRequest(page, closed)
    await page.getByRole('button', { name: 'Reabrir…' }).click()
  },
  'request-unknown': async (page) => {
    await logInAs(page, 'mario')
    await page.goto('/requests/999999')
    await page.getByText('No encontramos esta solicitud.').waitFor()
  },
  templates: async (page) => {
    await atQueue(page)
    await page.getByRole('button', { name: 'Más', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Plantillas' }).click()
    await page.getByRole('button', { name: 'Añadir plantilla' }).waitFor()
  },
  'template-leaving': async (page) => {
    await atQueue(page)
    await page.getByRole('button', { name: 'Más', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Plantillas' }).click()
    await page.getByRole('button', { name: 'Añadir plantilla' }).click()
    await page.getByLabel('Título', { exact: true }).fill('Copia enviada')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Seguir escribiendo' }).waitFor()
  },
  'template-empty': async (page) => {
    await atQueue(page)
    await page.getByRole('button', { name: 'Más', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Plantillas' }).click()
    await page.getByRole('button', { name: 'Añadir plantilla' }).click()
    await page.getByRole('button', { name: 'Guardar' }).click()
  },
}
