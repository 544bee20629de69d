import {
  buildDeed,
  buildDeedDoneOn,
  buildHolder,
  buildSale,
  day,
} from '@carpeta/domain/testing/build-sale'
import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { environment } from '../../environment/environment.ts'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { sentence } from '../../testing/sentence.ts'
import { DeedTab } from './deed-tab.tsx'

const today = day('2026-11-20')
const HERE = 'Cuando se cumpla, lo verás aquí.'

test('done steps show their short date, pending ones say so (§1.9, §2.69, §2.70, §4.14)', () => {
  const deed = buildDeed({
    lender: 'Banco del Estado de Chile',
    draftedOn: day('2026-03-12'),
    buyerSignedOn: null,
    sellerSignedOn: null,
  })
  const holder = buildHolder({ fullName: 'Rosa Muñoz' })
  renderAt('/', <DeedTab sale={buildSale({ deed, holder })} today={today} />)
  expect(screen.getByRole('heading').textContent).toBe('PROCESO DE ESCRITURACIÓN')
  expect(screen.getByText('Rosa Muñoz')).toBeTruthy()
  expect(screen.getByText('Banco del Estado de Chile')).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(9)
  expect(screen.getByText(sentence('Borrador 12-03-2026'))).toBeTruthy()
  expect(screen.getByText(sentence('Firma Socio (PENDIENTE)'))).toBeTruthy()
})

test('it shows the progress, each step’s meaning, what was done, and who acts in the steps that are left, and what its words mean (§12.43, §12.1939)', () => {
  const deed = buildDeed({ draftedOn: day('2026-03-12'), buyerSignedOn: null })
  renderAt('/', <DeedTab sale={buildSale({ deed })} today={today} />)
  expect(screen.getByText('Paso 2 de 9: Firma Socio')).toBeTruthy()
  expect(screen.getAllByText(/^Actúa: /)[0]?.textContent).toBe(
    'Actúa: tú. Te toca a ti: firma la escritura en la notaría cuando te citen.',
  )
  expect(screen.getByText('Firmas la escritura en la notaría.')).toBeTruthy()
  expect(screen.getByText('Se redactó el borrador de la escritura de compraventa.')).toBeTruthy()
  expect(screen.getAllByText(/^Actúa: /)).toHaveLength(9)
  expect(
    screen.getByText(/^\(PENDIENTE\): el paso todavía no está hecho. CBR: Conservador de Bienes/),
  ).toBeTruthy()
})

test('a step with a later date has it, and is planned, not done (§2.70, §12.43)', () => {
  const deed = { ...buildDeedDoneOn(today), leftRegistryOn: day('2026-12-15') }
  renderAt('/', <DeedTab sale={buildSale({ deed })} today={today} />)
  expect(screen.getByText(sentence('Salida CBR 15-12-2026'))).toBeTruthy()
  expect(screen.getByText('Paso 9 de 9: Salida CBR')).toBeTruthy()
  const line = screen.getByText('Programada para el 15-12-2026.')
  const step = line.closest('[role=listitem]')
  expect(step?.hasAttribute('data-done')).toBe(false)
  expect(step?.textContent).toContain('Actúa: ')
})

test('when every step is done there is no next one', () => {
  const deed = buildDeedDoneOn(day('2026-03-12'))
  renderAt('/', <DeedTab sale={buildSale({ deed })} today={today} />)
  expect(screen.getByText('Tu escrituración está terminada.')).toBeTruthy()
  expect(screen.queryByText(/PENDIENTE/)).toBeNull()
})

test('the step of now says so, in the words of the home, and who the releasing bank is; a deed leads to the documents also before its end (§12.2011, §12.2285, §12.2331)', async () => {
  connectSession()
  storeUser(buildUser())
  fakeServer({
    'GET /api/member-documents/': json(200, { results: [] }),
    'GET /api/deed-durations/': json(200, { results: [] }),
  })
  const deed = { ...buildDeedDoneOn(today), releasingBankSignedOn: null, enteredLenderOn: null }
  renderAt('/', <DeedTab sale={buildSale({ deed })} today={today} />)
  const now = screen.getByText('Ahora').closest('[role=listitem]')
  expect(now?.getAttribute('aria-current')).toBe('step')
  expect(now?.textContent).toContain('Firma Banco Alzante (PENDIENTE)')
  expect(now?.textContent).toContain('Actúa: el banco que tiene la hipoteca del terreno')
  expect(screen.getByText('Paso 4 de 9: Firma Banco Alzante')).toBeTruthy()
  // The bar above the steps marks it, too.
  expect(document.querySelectorAll('span[data-now]')).toHaveLength(1)
  const toDocuments = async () =>
    (await screen.findByRole('link', { name: 'Mis documentos' })).getAttribute('href')
  expect(await toDocuments()).toBe('/documents?venta=V-1001')
  cleanup()
  renderAt('/', <DeedTab sale={buildSale({ deed: buildDeedDoneOn(today) })} today={today} />)
  expect(await toDocuments()).toBe('/documents?venta=V-1001')
  expect(screen.queryByText('Ahora')).toBeNull()
})

test('without a tracking record no step is shown (§2.72)', () => {
  renderAt('/', <DeedTab sale={buildSale({ deed: null })} today={today} />)
  expect(screen.queryByText(/PENDIENTE|PROCESO/)).toBeNull()
})

test('the step that is next says since when it waits, how long it usually takes, and that she need do nothing (§12.1152)', async () => {
  connectSession()
  storeUser(buildUser())
  fakeServer({
    'GET /api/member-documents/': json(200, { results: [] }),
    'GET /api/deed-durations/': json(200, {
      results: [{ step: 'sellerSignedOn', sales: 24, median: 5, low: 3, high: 10 }],
    }),
  })
  const deed = buildDeed({ buyerSignedOn: day('2026-11-08'), sellerSignedOn: null })
  renderAt('/', <DeedTab sale={buildSale({ deed })} today={today} />)
  expect(screen.getAllByText(/^Actúa: /)[0]?.textContent).toBe(
    'Actúa: la cooperativa. No tienes que hacer nada.',
  )
  expect((await screen.findByText(/Suele tomar/)).parentElement?.textContent).toBe(
    'Lleva 12 días en este paso. Suele tomar 3 a 10 días hábiles (referencial: así fue en 24 compras de la cooperativa).',
  )
})

test.each([
  ['an email comes', {}, null, 'Normalmente te avisamos por correo cuando se cumple.'],
  ['she sees it here, without such emails', { deed_emails: false }, null, HERE],
  ['who reads a shared sale sees it here', {}, { kind: 'co_holder', lastDay: null }, HERE],
] as const)(
  'of a step of which too few deeds tell how long it takes: %s (§12.2331, §12.2380)',
  async (_, preferences, shared, told) => {
    connectSession()
    storeUser(buildUser())
    fakeServer({
      'GET /api/member-documents/': json(200, { results: [] }),
      'GET /api/deed-durations/': json(200, { results: [] }),
      'GET /api/client/preferences/': json(200, preferences),
    })
    const deed = buildDeed({ buyerSignedOn: day('2026-11-08'), sellerSignedOn: null })
    renderAt('/', <DeedTab sale={buildSale({ deed, shared })} today={today} />)
    await vi.waitFor(() => {
      const text = screen.getByText(told)
      expect(text.className).toBe('')
      expect(text.parentElement?.textContent).toBe(`Lleva 12 días en este paso. ${told}`)
    })
  },
)

test.each([
  ['has not begun', null],
  ['goes on', buildDeed({ sellerSignedOn: null })],
])('a deed that %s says whom to ask about it (§12.2144)', async (_, deed) => {
  renderAt('/', <DeedTab sale={buildSale({ deed })} today={today} />)
  const { contact_email: email } = await environment()
  const link = await screen.findByRole('link', { name: email })
  expect(link.getAttribute('href')).toContain(encodeURIComponent('Escrituración de '))
  expect(link.parentElement?.textContent).toContain('¿Tienes preguntas? Escríbenos a ')
})
