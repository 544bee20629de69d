import { buildSale } from '@carpeta/domain/testing/build-sale'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { environment } from '../../environment/environment.ts'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildPaymentReport } from '../../testing/build-payment-report.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { ReportedPayments } from './reported-part.tsx'
import { ReportedPayments as ReportList } from './reported-payments.tsx'

test('a declined report is reported anew until another one of the sale follows the answer and is not cancelled (§12.2232, §12.2290)', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] })
  connectSession()
  storeUser(buildUser())
  const closed_at = '2026-11-19T15:00:00Z'
  const older = buildPaymentReport({ id: 30, state: 'declined', paid_on: '2026-11-02', closed_at })
  const newer = { ...older, id: 32, paid_on: '2026-11-18', closed_at: '2026-11-20T13:00:00Z' }
  const [before, after] = ['2026-11-19T14:00:00Z', '2026-11-20T12:00:00Z']
  for (const [state, reported_at, texts] of [
    // Of another payment, which waited beside it.
    ['reported', before, ['Informar de nuevo el pago del 02-11-2026']],
    ['reported', after, []],
    ['declined', after, ['Informar de nuevo el pago del 18-11-2026']],
    ['cancelled', after, ['Informar de nuevo el pago del 02-11-2026']],
  ] as const) {
    const results = [{ ...newer, state, reported_at }, older]
    fakeServer({ 'GET /api/payment-reports/own/': json(200, { results }) })
    const { unmount } = renderAt('/', <ReportedPayments sale={buildSale()} />)
    const list = await screen.findByRole('region', { name: 'Pagos que informaste' })
    const anew = list.querySelectorAll('[aria-label^="Informar de nuevo"]')
    expect([...anew].map(({ ariaLabel }) => ariaLabel)).toEqual(texts)
    unmount()
  }
})

test('a closed report stays for sixty days of Santiago’s calendar', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z'), toFake: ['Date'] })
  // 20 and 21 September, at 23:30 in Santiago.
  const reports = ['2026-09-21T02:30:00Z', '2026-09-22T02:30:00Z'].map((closed_at, id) =>
    buildPaymentReport({ id, state: 'declined', reason: `Motivo ${id}`, closed_at }),
  )
  renderAt('/', <ReportList sale={buildSale()} reports={reports} />)
  expect(screen.getAllByText(/^Motivo:/).map(({ textContent }) => textContent)).toEqual([
    'Motivo: Motivo 1',
  ])
})

test('a report that staff closed meanwhile can no longer be cancelled', async () => {
  connectSession()
  storeUser(buildUser())
  const closed = buildPaymentReport({
    state: 'declined',
    reason: 'No llegó',
    closed_at: new Date().toISOString(),
  })
  fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/payment-reports/own/': [
      json(200, { results: [buildPaymentReport()] }),
      json(200, { results: [closed] }),
    ],
    'POST /api/payment-reports/31/cancel/': json(409, 'Este informe ya se cerró'),
  })
  renderAt('/dashboard', <ReportedPayments sale={buildSale()} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Anular' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Anular el informe' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Anular' }))
  expect(await dialog.findByText('Este informe ya se cerró')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Volver' }))
  expect(await screen.findByText('Motivo: No llegó')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Anular' })).toBeNull())
})

test('a declined report says whom to ask, and is reported anew (§12.2198)', async () => {
  connectSession()
  storeUser(buildUser())
  const declined = buildPaymentReport({
    ...{ state: 'declined', reason: 'No llegó', closed_at: new Date().toISOString() },
  })
  fakeServer({
    'GET /api/payment-reports/own/': json(200, { results: [declined] }),
  })
  renderAt('/dashboard', <ReportedPayments sale={buildSale()} />)
  const list = within(await screen.findByRole('region', { name: 'Pagos que informaste' }))
  const { contact_email: email } = await environment()
  const link = await list.findByRole('link', { name: email })
  expect(link.parentElement?.textContent).toMatch(/^Si tienes dudas, escríbenos a /)
  await userEvent.click(
    list.getByRole('button', { name: 'Informar de nuevo el pago del 18-11-2026' }),
  )
  expect(await screen.findByRole('dialog', { name: 'Ya pagué: informar un pago' })).toBeTruthy()
})
