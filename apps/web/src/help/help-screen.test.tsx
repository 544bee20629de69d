import { defaultEnvironments } from '@carpeta/contract/default-environments'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { environment } from '../environment/environment.ts'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff, buildUser, plain } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
import { Component as Help } from './help-screen.tsx'
import { Component as OwnPage } from './own-page-screen.tsx'
import { Component as Topic } from './topic-screen.tsx'

const hours = { id: 4, topic: 'payment', title: 'Horario de caja', body: 'De 9 a 14.', version: 2 }

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

function help(path: string, answers: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/help-pages/': json(200, { results: [hours] }),
    ...answers,
  })
  renderAt(path, { '/help': <Help />, '/help/:topic': <Topic />, '/help/pages/:id': <OwnPage /> })
  return server
}

const title = () => screen.findByRole('heading', { level: 1 })

test('leads to the topics and to the pages of the cooperative (§12.261)', async () => {
  help('/help')
  expect((await title()).textContent).toBe('Ayuda')
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(
    expect.arrayContaining([
      '/help/pagar',
      '/help/estado-de-cuenta',
      '/help/escritura',
      '/help/tramites',
      '/help/telefono',
    ]),
  )
  const own = await screen.findByRole('link', { name: 'Horario de caja' })
  expect(own.getAttribute('href')).toBe('/help/pages/4')
  expect(screen.queryByRole('button')).toBeNull()
})

test('answers at once about the password, a key, the spouse and an urgency, and says where to call (§12.2016)', async () => {
  const row = { ...defaultEnvironments.localhost, contact_phone: '+56 41 000 0000' }
  help('/help', { 'GET /environments.json': json(200, { localhost: row }) })
  expect(await screen.findByText(/El enlace sirve durante 1 hora/)).toBeTruthy()
  const questions = screen.getAllByRole('term').map(({ textContent }) => textContent)
  expect(questions).toEqual([
    'Olvidé mi contraseña, o quiero otra',
    'Qué es una llave de acceso',
    'Quién ve mi compra, y cómo la ve mi cónyuge',
    'Tengo una urgencia en mi casa',
  ])
  await environment()
  const contact = await screen.findByText(/^¿No encontraste/)
  expect(within(contact).getByRole('link', { name: '+56 41 000 0000' })).toBeTruthy()
})

test('with an API of the specification alone it asks nothing that the portal then lacks (§12.2016)', () => {
  storeUser(plain(buildUser()))
  help('/help')
  expect(screen.getAllByRole('term')).toHaveLength(2)
})

test('how to pay begins with the card, and goes on with a transfer (§12.2074)', async () => {
  help('/help/pagar')
  await title()
  const [card, transfer] = screen
    .getAllByRole('list')
    .map((list) => [...list.querySelectorAll('strong')].map(({ textContent }) => textContent))
  expect(card?.slice(1, 3)).toEqual([
    'Toca «Pagar» y elige qué pagas',
    'Paga con tu tarjeta en la página de Webpay',
  ])
  expect(transfer?.[0]).toBe('Transfiere a la cuenta de la cooperativa')
  expect(screen.getByRole('img', { name: /«Pagar», «Cómo pagar» y «Ya pagué/ })).toBeTruthy()
})

test.each([
  ['pagar', 'Cómo pagar', /transfieras a otra cuenta/],
  [
    'estado-de-cuenta',
    'Cómo leer tu estado de cuenta',
    'Su fecha ya pasó y le queda algo por pagar.',
  ],
  ['escritura', 'Los pasos de tu escritura', 'Firmas la escritura en la notaría.'],
  ['tramites', 'Cómo pedir un trámite', /Te pedimos algo/],
  ['telefono', 'En tu teléfono y sin conexión', /Lo que se guarda se ve sin contraseña/],
])('the topic %s has its text and a picture (§12.261, §12.487)', async (slug, heading, text) => {
  help(`/help/${slug}`)
  expect((await title()).textContent).toBe(heading)
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/\w+/)
})

test('the topic of requests says whom to call in an urgency (§12.2012)', async () => {
  help('/help/tramites')
  expect(await screen.findByRole('heading', { name: 'Si es una urgencia' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '132 Bomberos' }).getAttribute('href')).toBe('tel:132')
})

test('a topic ends with what the cooperative adds to it', async () => {
  help('/help/pagar')
  expect(await screen.findByRole('heading', { name: 'Horario de caja' })).toBeTruthy()
  expect(screen.getByText('De 9 a 14.')).toBeTruthy()
})

test('a page that was deleted says so', async () => {
  help('/help/pages/5')
  expect(await screen.findByText('Esta página ya no está en la ayuda.')).toBeTruthy()
})

test('staff who publish for members change a page by the version they read', async () => {
  storeUser(buildStaff({ permissions: ['announcements.publish_announcements'] }))
  const { seen } = help('/help', {
    'PATCH /api/help-pages/4/': json(200, { ...hours, body: 'De 9 a 13.', version: 3 }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Horario de caja' }))
  const form = within(await screen.findByRole('dialog', { name: 'Editar página' }))
  await userEvent.clear(form.getByLabelText('Texto'))
  await userEvent.click(form.getByRole('button', { name: 'Guardar' }))
  expect(await form.findByText('Ingresa texto')).toBeTruthy()
  await userEvent.type(form.getByLabelText('Texto'), 'De 9 a 13.')
  await userEvent.click(form.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = seen.find(({ method }) => method === 'PATCH')
  expect(JSON.parse(String(sent?.body))).toMatchObject({
    topic: 'payment',
    title: 'Horario de caja',
    body: 'De 9 a 13.',
    version: 2,
  })
})
