import { defaultEnvironments } from '@carpeta/contract/default-environments'
import { parseUfRate, type UfValue } from '@carpeta/domain/money/money'
import { paymentQuestion } from '@carpeta/domain/requests/questions'
import { buildInstalment, buildPayment, buildSale, day } from '@carpeta/domain/testing/build-sale'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { summary } from '../../testing/my-requests-tab.tsx'
import { onScreen, renderAt } from '../../testing/render-at.tsx'
import * as files from '../../ui/save-file.ts'
import { AccountStatementTab, StatementTools } from './account-statement-tab.tsx'

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

const OTHERS = 'Más (CSV, fechas, calendario e imprimir)'
const openOthers = () => userEvent.click(screen.getByRole('button', { name: OTHERS }))

const receipt = buildPayment({
  depositedOn: day('2026-10-05'),
  receiptUrl: 'https://erp.example/10',
})

const file = (type: string) => new Response('x', { headers: { 'Content-Type': type } })

test.each([
  ['PDF', 'pdf', 'application/pdf'],
  ['CSV', 'csv', 'text/csv; charset=utf-8'],
])('the statement is saved as %s under the sale’s code', async (label, extension, type) => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {})
  const { calls } = fakeServer({ [`GET /api/sales/V-1/statement.${extension}`]: file(type) })
  renderAt('/', <StatementTools code="V-1" />)
  await openOthers()
  await userEvent.click(await screen.findByRole('button', { name: `Descargar ${label}` }))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[1]).toBe(`estado-de-cuenta-V-1.${extension}`)
  expect(calls('/statement.')[0]?.credentials).toBe('include')
  expect(calls('/statement.')[0]?.url).toMatch(/\.(pdf|csv)$/)
})

test('a statement that cannot be fetched shows why in place and whom to call meanwhile, and can be retried (§12.41, §12.2116)', async () => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {})
  const row = { ...defaultEnvironments.localhost, contact_phone: '+56 41 000 0000' }
  fakeServer({
    'GET /environments.json': json(200, { localhost: row }),
    'GET /api/sales/V-1/statement.pdf': [
      json(503, 'Servicio no disponible. Inténtalo más tarde.'),
      file('application/pdf'),
    ],
  })
  renderAt('/', <StatementTools code="V-1" />)
  await userEvent.click(screen.getByRole('button', { name: 'Descargar PDF' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(
    /^Servicio no disponible\. Inténtalo más tarde\.Si no puedes esperar, escríbenos a /,
  )
  expect(await within(alert).findByRole('link', { name: '+56 41 000 0000' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a session that has ended says so', async () => {
  fakeServer({ 'GET /api/sales/V-1/statement.pdf': json(401, { detail: 'x' }) })
  renderAt('/', <StatementTools code="V-1" />)
  await userEvent.click(screen.getByRole('button', { name: 'Descargar PDF' }))
  expect(await screen.findByText(/Tu sesión ha terminado\./)).toBeTruthy()
})

test('the newest receipt comes first, with its day, then the certificate for a bank and the statement; CSV, dates, calendar and paper are one step further, with which paper is for whom (§12.1070, §12.1862, §12.1934, §12.2072, §12.2321, §12.2473)', async () => {
  renderAt('/', <StatementTools code="V-1" receipt={receipt} />)
  const names = () =>
    [...document.querySelectorAll('a, button')].map(({ textContent }) => textContent)
  const looks = [...document.querySelectorAll<HTMLElement>('a, button')]
  expect(looks.map(({ dataset }) => dataset.variant)).toEqual(Array(4).fill('default'))
  expect(screen.queryByText(/tu banco puede verificar/)).toBeNull()
  expect(names()).toEqual([
    'Ver último comprobante del 05-10-2026 (se abre en otra pestaña)',
    'Certificado para el banco',
    'Descargar PDF',
    OTHERS,
  ])
  await openOthers()
  await screen.findByRole('button', { name: 'Imprimir' })
  expect(
    screen.getByText(/tu banco puede verificar\. El estado de cuenta.* es para ti/),
  ).toBeTruthy()
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Estado de cuenta de un año o de unas fechas',
    'Imprimir',
  ])
})

test('whom the menu led to the certificate finds it first, alone solid and in focus (§12.2233)', () => {
  renderAt('/#certificado', <StatementTools code="V-1" receipt={receipt} />)
  const [first, ...others] = document.querySelectorAll<HTMLElement>('a, button')
  expect(first?.textContent).toBe('Certificado para el banco')
  expect(document.activeElement).toBe(first)
  expect(first?.dataset.variant).toBe('filled')
  expect(others.map(({ dataset }) => dataset.variant)).toEqual(Array(3).fill('default'))
})

test('on a phone the statement begins with what is overdue, whose Pagar alone is solid unless the certificate was asked for, and nothing without it; the papers say of what they are (§12.2287, §12.2321, §12.2383, §12.2472)', async () => {
  onScreen('639.98px')
  const own = { available: true, results: [], begun_by_others: [], unrecorded: [] }
  fakeServer({
    'GET /api/payments/own/': json(200, own),
    'GET /api/payments/options/': json(404, 'No encontrado'),
  })
  const today = day('2026-11-20')
  const ufOfToday = { date: today, pesos: parseUfRate('39123.45') } as UfValue
  const late = buildSale({
    ufOfToday,
    instalments: [buildInstalment({ dueOn: day('2026-11-05') })],
  })
  const { unmount } = renderAt('/', <AccountStatementTab sale={late} today={today} />)
  const label = await screen.findByText(/^1 cuota atrasada/)
  expect(label.textContent).toMatch(/^1 cuota atrasada\u00a0· \$\s391\.235$/)
  const certificate = screen.getByRole('button', {
    name: /^Certificado para el banco · dirá: 1 cuota atrasada, datos al /,
  })
  expect(label.compareDocumentPosition(certificate)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getByRole('button', { name: 'Descargar Estado de cuenta PDF' })).toBeTruthy()
  expect(certificate.querySelector('svg')).toBeNull()
  const pay = screen.getByRole<HTMLButtonElement>('button', { name: 'Pagar' })
  await waitFor(() => expect(pay.disabled).toBe(false))
  const solid = () =>
    [...document.querySelectorAll('[data-variant="filled"]')].map(({ textContent }) => textContent)
  expect(solid()).toEqual(['Pagar'])
  await userEvent.click(pay)
  expect(await screen.findByRole('dialog', { name: 'Pagar en línea' })).toBeTruthy()
  unmount()

  const asked = renderAt('/#certificado', <AccountStatementTab sale={late} today={today} />)
  await screen.findByRole('button', { name: 'Pagar' })
  expect(solid()).toEqual([expect.stringMatching(/^Certificado para el banco · dirá: /)])
  asked.unmount()

  const onTime = buildSale({ instalments: [buildInstalment({ dueOn: day('2026-12-05') })] })
  renderAt('/', <AccountStatementTab sale={onTime} today={today} />)
  expect(screen.queryByText(/1 cuota atrasada/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Pagar' })).toBeNull()
})

test('on a phone the statement leads to the home’s question before what may be paid already is paid, and once it was asked says its number (§12.2462)', async () => {
  onScreen('639.98px')
  const instalments = ['2026-11-05', '2026-12-05'].map((dueOn) =>
    buildInstalment({ dueOn: day(dueOn) }),
  )
  const payments = [buildPayment({ depositedOn: day('2026-11-12'), instalments: [2] })]
  const doubted = buildSale({ code: 'V-1', instalments, payments })
  const today = day('2026-11-20')
  const { unmount } = renderAt('/', <AccountStatementTab sale={doubted} today={today} />)
  const review = await screen.findByRole('link', { name: 'Revisar antes de pagar' })
  expect(review.getAttribute('href')).toBe('/dashboard?venta=V-1')
  expect(review.dataset.variant).toBe('default')
  expect(screen.queryByRole('button', { name: 'Pagar' })).toBeNull()
  unmount()

  const about = paymentQuestion(day('2026-11-12'), day('2026-11-05'))
  const requests = [{ ...summary({ key: '44', answerBy: day('2026-11-25') }), about }]
  renderAt('/', <AccountStatementTab sale={{ ...doubted, requests }} today={today} />)
  const link = await screen.findByRole('link', { name: 'Ver mi consulta' })
  expect(link.parentElement?.textContent).toMatch(/solicitud Nº\s44\. Te responderemos/)
  expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Revisar antes de pagar' })).toBeNull()
})

test('beside the papers stands what Rosa paid that they may not count yet, and nothing without it (§12.2193)', async () => {
  const paid = {
    ...{ sale_code: 'V-1001', choice: 'overdue', due_on: '2026-11-05', last_due_on: '2026-11-05' },
    ...{ chosen_on: '2026-11-18', paid_on: '2026-11-18', pesos: '156494', is_own: true },
  }
  const own = { available: true, results: [], begun_by_others: [], unrecorded: [paid] }
  fakeServer({ 'GET /api/payments/own/': json(200, own) })
  const { unmount } = renderAt(
    '/',
    <AccountStatementTab sale={buildSale()} today={day('2026-11-20')} />,
  )
  const lacking = await screen.findByText(
    /^Certificado y estado de cuenta nombran aparte el pago del/,
  )
  expect(lacking.textContent).toContain('18-11-2026, hasta que contabilidad lo registre')
  unmount()
  renderAt('/', <StatementTools code="V-1" />)
  expect(screen.queryByText(/nombran aparte/)).toBeNull()
})

test('the certificate, and the statement of a year (§12.1150, §12.1151)', async () => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {})
  const { calls } = fakeServer({
    'GET /api/sales/V-1/certificate.pdf': file('application/pdf'),
    'GET /api/sales/V-1/statement.pdf': file('application/pdf'),
  })
  renderAt('/', <StatementTools code="V-1" year="2026" />)
  await userEvent.click(screen.getByRole('button', { name: 'Certificado para el banco' }))
  await waitFor(() => expect(save).toHaveBeenCalledOnce())
  expect(save.mock.calls[0]?.[1]).toBe('certificado-de-deuda-y-pagos-V-1.pdf')
  await openOthers()
  await userEvent.click(await screen.findByRole('button', { name: 'PDF de estas fechas' }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  expect(calls('/statement.pdf')[0]?.url).toContain('from=2026-01-01&to=2026-12-31')
  await userEvent.click(screen.getByRole('button', { name: 'Todo 2025' }))
  await userEvent.click(screen.getByRole('button', { name: 'PDF de estas fechas' }))
  await waitFor(() => expect(save).toHaveBeenCalledTimes(3))
  expect(calls('/statement.pdf')[1]?.url).toContain('from=2025-01-01&to=2025-12-31')
  await userEvent.clear(screen.getByLabelText('Hasta'))
  await userEvent.click(screen.getByRole('button', { name: 'CSV de estas fechas' }))
  expect(screen.getByRole('alert').textContent).toBe('Elige las dos fechas')
})

test('Rosa saves the due dates of her home for her calendar; the browser makes the file (§12.1456)', async () => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {})
  const { seen } = fakeServer({})
  const owed = buildSale({
    code: 'V-1',
    instalments: [buildInstalment({ dueOn: day('2126-12-05') })],
  })
  renderAt('/', <StatementTools code="V-1" owed={owed} />)
  await openOthers()
  await userEvent.click(await screen.findByRole('button', { name: 'Descargar vencimientos' }))
  const [file, name] = save.mock.calls[0] ?? []
  const sent = seen.map(({ method, url }) => `${method} ${url}`)
  expect([name, file?.type, sent]).toEqual([
    'vencimientos-V-1.ics',
    'text/calendar',
    ['GET http://localhost:8010/api/due-calendar/'],
  ])
  expect(await file?.text()).toContain('DTSTART;VALUE=DATE:21261205\r\n')
})

test('without due dates there is no calendar (§12.1456)', async () => {
  renderAt('/', <StatementTools code="V-1" owed={buildSale({ instalments: [] })} />)
  await openOthers()
  expect(await screen.findByRole('button', { name: 'Imprimir' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Descargar vencimientos' })).toBeNull()
})
