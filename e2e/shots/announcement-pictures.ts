import type { Page } from '@playwright/test'
import { logInAs } from '../support/portal.ts'
import { answerList, press } from './stage.ts'

// Announcements as staff write them: the answers are made here.

const losBoldos = {
  audience: 'condominium',
  project: 'Altos de Tumbes',
  condominium: 'Condominio Los Boldos',
}
const none = { queued: 0, sent: 0, failed: 0, cancelled: 0 }

const announcement = (id: number, overrides: object = {}) => ({
  id,
  state: 'draft',
  version: 1,
  title: 'Corte de agua los martes, hasta fin de año',
  ...losBoldos,
  sends_email: true,
  visible_until: '2026-11-30',
  updated_at: '2026-11-18T13:05:00Z',
  published_at: null,
  withdrawn_at: null,
  reads: 0,
  emails: none,
  body:
    'El martes no habrá agua entre las 9:00 y las 13:00 horas.\n\nEl estado de los cortes se ve en ' +
    'https://essbio.example/una/direccion/muy/larga/que/no/cabe/en/un/telefono?zona=talcahuano.',
  author: 'Mario Fuentes Alarcón',
  files: [
    { id: 7, name: 'plano-de-la-matriz.pdf', size: 812_400 },
    {
      id: 8,
      name: 'comunicado-oficial-de-la-empresa-sanitaria-sobre-el-corte-programado.pdf',
      size: 2_400_000,
    },
  ],
  ...overrides,
})

const published = {
  state: 'published',
  published_at: '2026-11-18T13:05:00Z',
  reads: 112,
  emails: { queued: 3, sent: 114, failed: 2, cancelled: 1 },
}

const rows = [
  announcement(4, { title: 'Asamblea anual', audience: 'all', project: '', condominium: '' }),
  announcement(3, published),
  announcement(2, {
    ...published,
    title:
      'Cambio del horario de la oficina de atención de socios durante las semanas de Navidad y de Año Nuevo',
    audience: 'project',
    condominium: '',
    sends_email: false,
  }),
  announcement(1, { ...published, state: 'withdrawn', withdrawn_at: '2026-11-19T13:05:00Z' }),
]

const reach = (people: number, audience: object) => ({
  ...losBoldos,
  people,
  emails: people - 4,
  without_account: 5,
  ...audience,
})

const reaches = [
  reach(1240, { audience: 'all', project: '', condominium: '' }),
  reach(360, { audience: 'project', condominium: '' }),
  reach(124, {}),
]

const reader = (id: number, name: string, overrides: object = {}) => ({
  id,
  name,
  social_security: '12345678-5',
  read_at: null,
  email: 'sent',
  email_failure: '',
  ...overrides,
})

const email = {
  subject: 'Corte de agua los martes, hasta fin de año',
  text:
    'Hola, Iván:\n\nEl martes no habrá agua entre las 9:00 y las 13:00 horas.\n\nEl estado de los cortes se ve en ' +
    'https://essbio.example/una/direccion/muy/larga/que/no/cabe/en/un/telefono?zona=talcahuano.\n\nCooperativa Vista al Biobío',
}

const readers = {
  results: [
    reader(1, 'Hernán Soto Aguayo', { read_at: '2026-11-18T14:12:00Z' }),
    reader(2, 'Rosa Muñoz Sepúlveda', {
      email: 'failed',
      email_failure: '550 5.1.1 The email account that you tried to reach does not exist',
    }),
    reader(
      3,
      'Sociedad de Inversiones Inmobiliarias y Constructora Los Robles de Hualpén Limitada',
      {
        social_security: '76192083-9',
        email: null,
      },
    ),
  ],
  current: 1,
  lastPage: 13,
  people: 124,
  read: 112,
  undelivered: 2,
  isLimited: false,
}

async function openList(page: Page, results: object[] = rows) {
  await answerList(page, '/api/announcements/', results)
  await answerList(page, '/api/announcements/audiences/', reaches)
  await logInAs(page, 'ivan')
  await page.goto('/announcements')
}

async function open(page: Page, shown: { id: number }, readBy = readers) {
  const path = `/api/announcements/${shown.id}/`
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => route.fulfill({ json: shown }),
  )
  await page.route(
    ({ pathname }) => pathname === `${path}readers/`,
    (route) => route.fulfill({ json: readBy }),
  )
  await page.route(
    ({ pathname }) => pathname === `${path}email/`,
    (route) => route.fulfill({ json: email }),
  )
  await openList(page)
  await page.goto(`/announcements/${shown.id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

export const announcementPictures: Record<string, (page: Page) => Promise<unknown>> = {
  announcements: (page) => openList(page),
  'announcements-empty': (page) => openList(page, []),
  'announcement-form': async (page) => {
    await openList(page)
    await press(page, 'Redactar aviso')
    await page.getByLabel('Para quién').selectOption({ label: 'Condominio Los Boldos' })
    await press(page, 'Guardar borrador')
    await page.getByText('Ingresa texto').waitFor()
  },
  'announcement-draft': (page) => open(page, announcement(4)),
  'announcement-publish': async (page) => {
    await open(page, announcement(4))
    await press(page, 'Publicar')
    await page.getByText('Lo verán 124 personas').waitFor()
  },
  'announcement-later': async (page) => {
    await open(page, announcement(4))
    await press(page, 'Publicar')
    await page.getByLabel('Publicar más tarde').check({ force: true })
    await page.getByLabel('Hora de Santiago').waitFor()
  },
  'announcement-scheduled': (page) =>
    open(
      page,
      announcement(5, { state: 'scheduled', version: 2, published_at: '2027-01-02T11:30:00Z' }),
    ),
  'announcement-published': (page) => open(page, announcement(3, published)),
  'announcement-read-by-many': async (page) => {
    const many = { ...readers, lastPage: 40, people: 20_000, read: 12_480, isLimited: true }
    await open(page, announcement(3, published), many)
    await page.getByText('Hay más de 1.000 personas').waitFor()
  },
  'own-announcements': async (page) => {
    await logInAs(page, 'rosa')
    await page.getByRole('link', { name: /^Avisos/ }).click()
    await page.getByRole('heading', { name: 'Avisos' }).waitFor()
  },
  'own-announcement': async (page) => {
    // It stays unread for the other pictures.
    await page.route('**/api/client/announcements/*/read/', async (route) => {
      await page.route('**/api/client/announcements/', (list) =>
        list.fulfill({ json: { results: [] } }),
      )
      await route.fulfill({ json: {} })
    })
    await logInAs(page, 'rosa')
    await page.goto('/dashboard?avisos=todos')
    await page.getByRole('link', { name: /^Corte de agua/ }).click()
    await page.getByText('Publicado el').waitFor()
  },
  'own-announcements-none': async (page) => {
    await logInAs(page, 'bruno')
    await page.goto('/dashboard?avisos=todos')
    await page.getByText('No hay avisos').waitFor()
  },
}
