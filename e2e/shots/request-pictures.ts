import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { requestMessages } from '@carpeta/domain/requests/request-states'
import type { Page } from '@playwright/test'
import {
  buildDocument,
  buildDraft,
  buildMemberRequest,
  buildUnsentRequest,
} from '../../apps/web/src/testing/build-request.ts'
import { logInAs } from '../support/portal.ts'

// What a member requests. Calls that would change something are answered here, so that the pictures
// are the same each time.

const COPY = 'Copia de contrato o de otro documento'
const DATA = 'Actualización de datos personales'
const CESSION = 'Cesión de derechos a un familiar'

const certificate = await readFile(
  fileURLToPath(new URL('../../apps/api/seeds/certificado-de-residencia.pdf', import.meta.url)),
)
const pdf = (name: string) => ({ name, mimeType: 'application/pdf', buffer: certificate })

type Draft = ReturnType<typeof buildDraft>
type DraftFile = Draft['surplus'][number]
type MemberRequest = ReturnType<typeof buildMemberRequest>

const stored = (id: number, name: string, size = 420_000): DraftFile => ({
  ...{ id, name, size },
  type: name.endsWith('pdf') ? 'application/pdf' : 'image/jpeg',
})

/** What was stored of a draft; `files` by slot. */
type Stored = Partial<Omit<Draft, 'slots'>> & { files?: DraftFile[][] }

/** What the server draws of a stored file. */
async function drawCard(page: Page): Promise<Buffer> {
  await page.setContent(
    `<article style="width:420px;height:560px;padding:60px;font:22px serif;background:#fff">
      <h1>Cédula</h1>${'<p>República de Chile</p>'.repeat(7)}</article>`,
  )
  return page.locator('article').screenshot()
}

/** Opens the form with what was stored of the draft, which the server does not have. */
async function openForm(page: Page, procedure: string, { files = [], ...draft }: Stored = {}) {
  await page.route('**/api/request/draft/**', async (route) => {
    const read: Draft = await (await route.fetch()).json()
    const slots = read.slots.map((slot, at) => ({ ...slot, files: files[at] ?? [] }))
    await route.fulfill({ json: { ...read, ...draft, slots } satisfies Draft })
  })
  const body = await drawCard(page)
  await page.route('**/api/documents/*/pages/1/', (route) =>
    route.fulfill({ contentType: 'image/png', body, headers: { 'x-page-count': '1' } }),
  )
  await logInAs(page, 'rosa')
  await page.getByRole('tab', { name: 'Solicitar Trámites' }).click()
  await page.getByRole('button', { name: `Solicitar trámite: ${procedure}` }).click()
  await page.getByLabel('Comentarios').waitFor()
}

const choose = (page: Page, ...names: string[]) =>
  page.locator('input[type=file]:not([capture])').first().setInputFiles(names.map(pdf))
const submit = (page: Page) =>
  page.getByRole('button', { name: 'Solicitar trámite', exact: true }).click()

interface Answers {
  upload?: 'fails' | 'hangs' | 'refuses'
  send?: 'hangs'
}

/** Answers what the form sends: no request is created. */
async function pretend(page: Page, { upload, send }: Answers = {}) {
  let slots: Draft['slots'] = []
  page.on('response', async (answer) => {
    if (answer.url().includes('/api/request/draft/')) slots = (await answer.json()).slots
  })
  await page.route('**/api/request/create/', (route) =>
    route.fulfill({ status: 201, json: buildDraft({ id: 128, version: 1, slots }) }),
  )
  let uploads = 0
  await page.route('**/api/upload-document/', (route) => {
    uploads += 1
    if (upload === 'fails' && uploads === 2) return route.abort()
    if (upload === 'hangs' && uploads === 2) return undefined
    if (upload === 'refuses' && uploads === 2) {
      return route.fulfill({ status: 400, json: [documentMessages.pdfPassword.text] })
    }
    const body = route.request().postDataBuffer()?.toString('latin1') ?? ''
    const name = /filename="([^"]*)"/.exec(body)?.[1] ?? ''
    const position = Number(/name="position"\s+(\d+)/.exec(body)?.[1] ?? 0)
    const file = { ...stored(900 + uploads, name, certificate.length), position }
    return route.fulfill({ status: 201, json: { ...file, version: 1 + uploads } })
  })
  await page.route('**/api/request/send/', (route) =>
    send === 'hangs'
      ? undefined
      : route.fulfill({ json: { id: 128, sent_at: '2026-11-20T15:00:00Z' } }),
  )
}

const document = (
  position: number,
  title: string,
  overrides: Parameters<typeof buildDocument>[0] = {},
) =>
  buildDocument({
    id: 70 + position,
    name: `${title.toLowerCase().split(' ')[0]}.pdf`,
    size: 420_000,
    uploaded_at: '2026-11-16T14:20:00Z',
    ...{ position, title, ...overrides },
  })

const handedIn = [
  document(0, 'Carta de solicitud firmada', { review: 'accepted' }),
  document(1, 'Cédula de identidad de quien recibe, por ambos lados', {
    review: 'rejected',
    reason: 'No se alcanza a leer el número de serie. Tómala de nuevo, con más luz.',
  }),
  document(2, 'Certificado de nacimiento o de matrimonio'),
]
const notReviewed = handedIn.map((each) =>
  buildDocument({ ...each, review: 'pending', reason: '' }),
)

type Event = MemberRequest['events'][number]

const happened = (id: number, kind: Event['kind'], text = ''): Event => ({
  id,
  at: `2026-11-${15 + id}T14:2${id}:00Z`,
  kind,
  actor:
    kind === 'sent' || kind === 'replied' ? 'Rosa Muñoz Sepúlveda' : 'Cooperativa Vista al Biobío',
  text,
  helped: null,
})

const asked = 'Hola, Rosa: la cédula no se lee bien. ¿Nos envías otra foto, por favor?'
const answer =
  'Estimada Rosa:\n\nEl directorio aprobó la cesión. Adjuntamos la minuta para que la lleves a la ' +
  'notaría junto con tu hija. Tienes 60 días para firmarla.\n\nSaludos cordiales.'

async function openRequest(page: Page, overrides: Partial<MemberRequest> = {}) {
  const shown = buildMemberRequest({
    procedure: { id: 3, title: CESSION, description: '', documents: [] },
    comment: 'Es para mi hija Camila, que seguirá pagando las cuotas.',
    sent_at: '2026-11-16T14:21:00Z',
    documents: notReviewed,
    events: [happened(1, 'sent')],
    answer_by: '2026-11-30',
    ...overrides,
  })
  await page.route('**/api/requests/12/', (route) => route.fulfill({ json: shown }))
  const rejected = shown.documents.filter(({ review }) => review === 'rejected')
  const slots = rejected.map(({ position, title, reason }) => ({
    position: position ?? 0,
    ...{ is_optional: false, title, reason, files: [] },
  }))
  const draft = buildDraft({ id: 12, slots: [...slots, optionalSlot] })
  await page.route('**/api/requests/12/draft/', (route) => route.fulfill({ json: draft }))
  await logInAs(page, 'rosa')
  await page.goto('/dashboard?venta=V-1001&tab=mis-tramites&solicitud=12')
  await page.getByRole('heading', { name: 'Historia' }).waitFor()
}

/** What a reply can have besides. */
const optionalSlot = {
  ...{ position: 9, is_optional: true, title: 'Fotos o documentos', reason: '', files: [] },
}

const EXPIRED =
  'Tu cédula está vencida: envíanos una foto de la vigente, por los dos lados, y el certificado de matrimonio.'

/** Rosa's sale as it is, with more requests in these states, the newest first. */
async function withRequests(page: Page, states: string[], venta: object = {}) {
  await page.route('**/api/sales-data/', async (route) => {
    const response = await route.fetch()
    const [sale] = await response.json()
    const requerimientos = states.map((estado, row) => ({
      key: 120 - row,
      tramite_titulo: [COPY, DATA, CESSION][row % 3],
      fecha: `2026-11-${18 - row}`,
      respuesta:
        estado === 'Rechazado' ? 'La cesión solo puede hacerse a un familiar directo.' : '',
      fecha_cierre: ['Resuelto', 'Rechazado', 'Anulado'].includes(estado) ? '2026-11-19' : '',
      estado,
      responder_hasta: ['Enviado', 'En revisión'].includes(estado) ? `2026-12-0${4 - row}` : '',
      pregunta: estado === 'Falta antecedente' ? { texto: EXPIRED, fecha: '2026-11-19' } : null,
    }))
    const shown = {
      ...sale,
      venta: { ...sale.venta, ...venta },
      requerimientos: [...requerimientos, ...sale.requerimientos],
    }
    await route.fulfill({ response, json: [shown] })
  })
}

const recovered: Stored = {
  id: 9,
  version: 6,
  comment: 'Es para mi hija Camila.',
  files: [
    [stored(80, 'carta firmada.pdf')],
    [stored(81, 'frente.jpg', 2_400_000), stored(82, 'dorso.jpg', 2_100_000)],
  ],
}

const changedElsewhere = buildDraft({
  id: 9,
  version: 8,
  comment: 'Es para mi hija Camila, que vive conmigo y seguirá pagando las cuotas.',
  slots: handedIn.map(({ title }, position) => ({
    ...{ position, is_optional: false, title, reason: '' },
    files: recovered.files?.[position] ?? [],
  })),
})

async function withUnsent(page: Page) {
  const saved = [
    { title: CESSION, missing_documents: 2, saved_at: new Date().toISOString(), is_offered: true },
    { title: DATA, missing_documents: 0, saved_at: '2026-11-12T12:05:00Z', is_offered: false },
  ]
  await page.route('**/api/request/drafts/', async (route) => {
    const offered = await (
      await page.request.get('/api/procedures/?page=1&pageSize=999&orderBy=&orderDesc=')
    ).json()
    const results = saved.map(({ title, ...more }, at) => {
      const procedure = offered.results.find((each: { title: string }) => each.title === title)
      return buildUnsentRequest({
        ...{ id: 9 + at, ...more },
        procedure: { id: procedure?.id ?? 99, title },
      })
    })
    await route.fulfill({ json: { results } })
  })
  await logInAs(page, 'rosa')
}

const missing = {
  state: 'missing',
  answer_by: null,
  documents: handedIn,
  events: [happened(1, 'sent'), happened(2, 'review'), happened(3, 'asked', asked)],
} satisfies Partial<MemberRequest>

const rejected = {
  state: 'rejected' as const,
  answer: 'La cesión solo puede hacerse a un familiar directo.',
  closed_at: '2026-11-18T14:20:00Z',
  answer_by: null,
  documents: notReviewed,
  events: [happened(1, 'sent'), happened(2, 'review'), happened(3, 'rejected')],
  respond_until: '2026-11-28',
}

export const requestPictures: Record<string, (page: Page) => Promise<unknown>> = {
  ask: async (page) => {
    await logInAs(page, 'rosa')
    await page.getByRole('tab', { name: 'Solicitar Trámites' }).click()
    await page.getByRole('button', { name: `Solicitar trámite: ${COPY}` }).waitFor()
  },
  'ask-empty': async (page) => {
    const none = { results: [], current: 1, lastPage: 1 }
    await page.route('**/api/procedures/**', (route) => route.fulfill({ json: none }))
    await logInAs(page, 'rosa')
    await page.getByRole('tab', { name: 'Solicitar Trámites' }).click()
  },
  'ask-down': async (page) => {
    const down = { status: 422, json: 'Servicio no disponible. Inténtalo más tarde.' }
    await page.route('**/api/procedures/**', (route) => route.fulfill(down))
    await logInAs(page, 'rosa')
    await page.getByRole('tab', { name: 'Solicitar Trámites' }).click()
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
  },
  'ask-loading': async (page) => {
    await page.route('**/api/procedures/**', () => {})
    await logInAs(page, 'rosa')
    await page.getByRole('tab', { name: 'Solicitar Trámites' }).click()
  },
  'ask-form-comment': (page) => openForm(page, COPY),
  'ask-form-comment-missing': async (page) => {
    await openForm(page, COPY)
    await submit(page)
  },
  'ask-form-photos': async (page) => {
    await pretend(page)
    const file = stored(83, 'filtracion del muro del dormitorio, 3 de noviembre.jpg', 3_400_000)
    await openForm(page, COPY, {
      ...{ id: 9, version: 3, comment: 'Hay una filtración en el muro del dormitorio.' },
      files: [[file, stored(84, 'muro.jpg', 2_100_000)]],
    })
  },
  'ask-form-1-document': (page) => openForm(page, DATA),
  'ask-form-3-documents': (page) => openForm(page, CESSION),
  'ask-form-documents-missing': async (page) => {
    await openForm(page, CESSION)
    await submit(page)
  },
  'ask-form-wrong-type': async (page) => {
    await openForm(page, DATA)
    await choose(page, 'IMG_2034.heic')
    await page.getByRole('alert').waitFor()
  },
  'ask-form-filled': async (page) => {
    await pretend(page)
    await openForm(page, CESSION)
    await choose(page, 'carta firmada.pdf', 'cedula de camila por ambos lados escaneada.pdf')
    await page.getByText('· Subido').nth(1).waitFor()
  },
  'ask-form-pages': async (page) => {
    await pretend(page)
    await openForm(page, CESSION)
    await choose(page, 'carta.pdf', 'cedula de camila, frente.pdf', 'nacimiento.pdf')
    await page
      .getByLabel(/^Otra página: Cédula/)
      .setInputFiles([pdf('cedula de camila, dorso.pdf'), pdf('IMG_2034.heic')])
    await page.getByRole('alert').waitFor()
  },
  'ask-form-too-many': async (page) => {
    await pretend(page)
    await openForm(page, CESSION)
    await choose(page, 'carta.pdf', 'cedula.pdf', 'nacimiento.pdf', 'otro.pdf')
    await page.getByRole('alert').waitFor()
  },
  'ask-form-uploading': async (page) => {
    await pretend(page, { upload: 'hangs' })
    await openForm(page, CESSION)
    await choose(page, 'carta.pdf', 'cedula.pdf', 'nacimiento.pdf')
    await page.getByText('· Subido').waitFor()
  },
  'ask-form-refused': async (page) => {
    await pretend(page, { upload: 'refuses' })
    await openForm(page, CESSION)
    await choose(page, 'carta.pdf', 'cedula con clave.pdf')
    await page.getByRole('alert').waitFor()
  },
  'ask-form-offline': async (page) => {
    await pretend(page, { upload: 'fails' })
    await openForm(page, CESSION)
    await choose(page, 'carta.pdf', 'cedula.pdf', 'nacimiento.pdf')
    await page
      .getByText(/Se subirá solo/)
      .first()
      .waitFor()
    // The bar of the connection is above all.
    await page.evaluate(() => window.scrollTo(0, 0))
  },
  'ask-form-recovered': (page) => openForm(page, CESSION, recovered),
  'ask-form-surplus': (page) =>
    openForm(page, CESSION, { ...recovered, surplus: [stored(84, 'poder notarial.pdf')] }),
  'ask-form-conflict': async (page) => {
    await page.route('**/api/requests/9/draft/', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ json: changedElsewhere })
        : route.fulfill({
            status: 409,
            headers: { 'x-error-code': 'changed_meanwhile' },
            json: requestMessages.draftChanged.text,
          }),
    )
    await openForm(page, CESSION, recovered)
    await page.getByLabel('Comentarios').fill('Es para mi hija Camila y mi yerno.')
    await page.getByRole('button', { name: 'Usar lo guardado' }).waitFor()
  },
  'ask-form-sending': async (page) => {
    await pretend(page, { send: 'hangs' })
    await openForm(page, DATA)
    await choose(page, 'certificado.pdf')
    await submit(page)
    await page.getByText('90\u00a0%').waitFor()
  },
  'unsent-on-dashboard': async (page) => {
    await withUnsent(page)
    await page.getByText('Tienes 2 trámites sin enviar').waitFor()
  },
  'unsent-in-list': async (page) => {
    await withUnsent(page)
    await page.getByRole('tab', { name: 'Solicitar Trámites' }).click()
    await page.getByRole('button', { name: `Continuar: ${CESSION}` }).waitFor()
  },
  'unsent-discard': async (page) => {
    await withUnsent(page)
    await page.getByRole('tab', { name: 'Solicitar Trámites' }).click()
    await page.getByRole('button', { name: `Descartar: ${CESSION}` }).click()
    await page.getByRole('dialog').waitFor()
  },
  'ask-form-sent': async (page) => {
    await pretend(page)
    await openForm(page, DATA)
    await choose(page, 'certificado.pdf')
    await page.route('**/api/requests/128/', (route) =>
      route.fulfill({ json: { id: 128, answer_by: '2026-11-27' } }),
    )
    await submit(page)
    await page.getByText('Te responderemos a más tardar el').waitFor()
  },
  'my-requests': async (page) => {
    await withRequests(page, [
      'Enviado',
      'En revisión',
      'Falta antecedente',
      'Rechazado',
      'Anulado',
    ])
    await logInAs(page, 'rosa')
    await page.getByRole('tab', { name: 'Mis Trámites' }).click()
    await page.getByRole('table', { name: 'Mis Trámites' }).waitFor()
  },
  'request-awaited': async (page) => {
    await withRequests(page, ['Falta antecedente', 'En revisión'])
    await logInAs(page, 'rosa')
    await page.getByRole('region', { name: 'Esperamos tu respuesta' }).waitFor()
  },
  'requests-of-finished-sale': async (page) => {
    await withRequests(page, ['Resuelto', 'Rechazado'], { fecha_real: '2026-10-02' })
    await logInAs(page, 'rosa')
    await page.getByRole('link', { name: /^Ver trámites/ }).click()
    await page.getByRole('table', { name: 'Mis Trámites' }).waitFor()
  },
  'requests-of-hidden-sale': async (page) => {
    await withRequests(page, ['Enviado'], { fecha_aprob_semi: '' })
    await logInAs(page, 'rosa')
    await page.getByRole('link', { name: /^Ver mis trámites/ }).waitFor()
  },
  'my-requests-empty': async (page) => {
    await logInAs(page, 'pia')
    await page.getByRole('tab', { name: 'Mis Trámites' }).click()
  },
  'my-request-sent': (page) => openRequest(page),
  'my-request-cancel': async (page) => {
    await openRequest(page)
    await page.getByRole('button', { name: 'Anular', exact: true }).click()
    await page.getByRole('dialog').waitFor()
  },
  'my-request-filed': (page) =>
    openRequest(page, { filed_by: 'Mario Fuentes Alarcón', events: [happened(1, 'filed')] }),
  'my-request-merged': (page) =>
    openRequest(page, {
      state: 'cancelled',
      merged_into: 15,
      answer: 'Unida a la solicitud Nº 15',
      answer_by: null,
      events: [happened(1, 'sent'), happened(2, 'merged', 'Unida a la solicitud Nº 15')],
      closed_at: '2026-11-18T14:21:00Z',
    }),
  'my-request-with-merged': (page) =>
    openRequest(page, {
      merged: [
        {
          id: 9,
          procedure_title: CESSION,
          sent_at: '2026-11-15T14:21:00Z',
          comment: 'La envío de nuevo porque no vi la primera.',
          documents: notReviewed.slice(0, 1),
        },
      ],
    }),
  'my-request-in-review': (page) =>
    openRequest(page, {
      state: 'in_review',
      events: [happened(1, 'sent'), happened(2, 'review')],
    }),
  'my-request-missing': (page) => openRequest(page, missing),
  'my-request-reply-lacking': async (page) => {
    await openRequest(page, missing)
    await page.getByRole('button', { name: 'Responder' }).click()
    await page.getByText('Reemplaza los documentos rechazados o escribe un comentario').waitFor()
  },
  'my-request-resolved': (page) =>
    openRequest(page, {
      state: 'resolved',
      answer,
      closed_at: '2026-11-20T14:20:00Z',
      answer_files: [document(0, '', { id: 90, name: 'minuta-de-cesion.pdf', position: null })],
      documents: notReviewed.map((each) => buildDocument({ ...each, review: 'accepted' })),
      events: [
        ...missing.events,
        happened(4, 'replied', 'Aquí va de nuevo.'),
        { ...happened(5, 'resolved', answer), helped: true },
      ],
      answer_by: null,
      respond_until: '2026-11-30',
      can_respond: true,
    }),
  'my-request-comment': async (page) => {
    await openRequest(page, {
      state: 'in_review',
      events: [happened(1, 'sent'), happened(2, 'review')],
    })
    await page.getByRole('button', { name: 'Agregar un comentario' }).click()
    await page.getByRole('button', { name: 'Enviar comentario' }).click()
  },
  'my-request-rejected': (page) => openRequest(page, { ...rejected, can_respond: true }),
  'my-request-rejected-late': (page) => openRequest(page, rejected),
  'my-request-unknown': async (page) => {
    await logInAs(page, 'rosa')
    await page.goto('/dashboard?venta=V-1001&tab=mis-tramites&solicitud=999999')
    await page.getByRole('alert').waitFor()
  },
}
