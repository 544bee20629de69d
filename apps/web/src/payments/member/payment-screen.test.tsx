import type { OnlinePayment } from '@carpeta/contract/payments'
import {
  asksByItself,
  leftWebpay,
  orderOutcomes,
  refundInDoubt,
} from '@carpeta/domain/payments/online-payment-rules'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildUser } from '../../testing/build-user.ts'
import { buildWireSale } from '../../testing/build-wire-sale.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { MemberOrderState } from './member-order-state.tsx'
import { Component as Screen } from './payment-screen.tsx'

const sent: OnlinePayment = {
  ...{
    id: 41,
    folio: 'P261120-41',
    sale_code: 'V-1001',
    choice: 'overdue',
    due_on: '2026-11-05',
    last_due_on: '2026-11-05',
    state: 'sent',
  },
  ...{ pesos: '287557', uf: '7.35', uf_value: '39123.45', uf_date: '2026-11-20' },
  ...{ created_at: '2026-11-20T15:00:00Z', authorized_at: null, authorization_code: '' },
  ...{
    card_type: '',
    card_digits: '',
    instalments: 0,
    refunded_at: null,
    recorded_on: '',
    payment_key: '',
    is_refund_uncertain: false,
  },
  redirect: { url: 'https://webpay.example', token: 'x' },
}

const account = {
  ...{ bank: 'Banco del Biobío', account_type: 'Cuenta corriente', number: '00-123-45678-09' },
  ...{ holder: 'Cooperativa', rut: '65432198-1', email: 'pagos@vistaalbiobio.example' },
}

// One day for the server's answers and the page, also at midnight.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-22T15:00:00Z'), toFake: ['Date'] }))
beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

test('Rosa is back, and the portal fails: nothing says that she has not paid, and she tries again (§12.806)', async () => {
  const failure = json(503, 'Servicio no disponible')
  const authorized = { ...sent, state: 'authorized', redirect: null }
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/payments/41/': json(200, sent),
    'POST /api/payments/41/return/': [failure, failure, failure, json(200, authorized)],
  })
  const { where } = renderAt('/payments/41?token_ws=x', { '/payments/:id': <Screen /> })
  const retry = await screen.findByRole('button', { name: 'Reintentar' }, { timeout: 15_000 })
  expect(screen.getByRole('alert').textContent).toContain('Servicio no disponible')
  expect(screen.queryByText(/^No se ha cobrado nada/)).toBeNull()
  expect(server.calls('/api/payments/41/').filter(({ method }) => method === 'GET')).toEqual([])
  await userEvent.click(retry)
  expect(await screen.findByText(orderOutcomes.authorized.title)).toBeTruthy()
  expect(where()).toBe('/payments/41')
})

test('Rosa is back without a session: she reads so at once, and the return is asked once (§12.939)', async () => {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'POST /api/payments/41/return/': json(401, { detail: 'Sin sesión' }),
  })
  renderAt('/payments/41?token_ws=x', { '/payments/:id': <Screen /> })
  expect(await screen.findByText(/Tu sesión ha terminado/)).toBeTruthy()
  expect(server.calls('/return/')).toHaveLength(1)
})

/** The payment's page of an order that nobody came back with. */
function openPayment(
  order: Partial<OnlinePayment>,
  answers: Parameters<typeof fakeServer>[0] = {},
) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/payments/41/': json(200, { ...sent, redirect: null, ...order }),
    'GET /api/payment-account/': json(200, { account }),
    ...answers,
  })
  renderAt('/payments/41', { '/payments/:id': <Screen /> })
  return server
}

test('Rosa left Webpay’s page, which no longer opens: nothing was charged, and she begins anew (§12.931, §12.1707)', async () => {
  openPayment({})
  expect(await screen.findByRole('heading', { name: 'No terminaste de pagar' })).toBeTruthy()
  expect(screen.getByText(leftWebpay.next)).toBeTruthy()
  expect(screen.queryByText(orderOutcomes.sent.title)).toBeNull()
  const again = screen.getByRole<HTMLAnchorElement>('link', { name: 'Empezar de nuevo' })
  expect(again.getAttribute('href')).toBe('/dashboard?venta=V-1001&pagar=overdue')
})

test('a payment that Webpay has still to take begins with that nothing was paid or charged, in its page, which says until when she can go back, and its list (§12.2111, §12.2464)', async () => {
  openPayment({ redirect: sent.redirect })
  expect(await screen.findByRole('heading', { name: 'Aún no has pagado' })).toBeTruthy()
  expect(screen.getByText(/^No se ha cobrado nada\. .* hasta las 12:05\.$/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Seguir en Webpay' })).toBeTruthy()
  for (const state of ['created', 'sent'] as const) {
    const order = { ...sent, state, created_at: new Date().toISOString() }
    renderAt('/', <MemberOrderState order={order} />)
  }
  expect(screen.getAllByText('Aún no has pagado')).toHaveLength(3)
})

test('until the server lets her begin anew there is no button that would not work (§12.931, §12.1707)', async () => {
  openPayment({ created_at: new Date(Date.now() - 5.5 * 60_000).toISOString() })
  expect(await screen.findByText(leftWebpay.wait)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Empezar de nuevo' })).toBeNull()
})

test('a payment in verification says by when the cooperative looks at it, once it does without an hour (§12.2464)', async () => {
  openPayment({ state: 'unknown', created_at: '2026-11-22T14:58:00Z' })
  expect(
    await screen.findByText(/Si a las 12:48 sigue así, la cooperativa lo revisa\./),
  ).toBeTruthy()
  vi.setSystemTime(new Date('2026-11-22T15:48:00Z'))
  openPayment({ state: 'unknown', created_at: '2026-11-22T14:58:00Z' })
  expect(await screen.findByText(/un correo\. La cooperativa lo revisa\./)).toBeTruthy()
})

test('a payment in verification says when it will be known, asks again on request, and below that whom to write to, with its folio (§12.1708, §12.2053, §12.2324)', async () => {
  const { calls } = openPayment({ state: 'unknown' })
  const text = await screen.findByText(/Suele saberse en unos minutos/)
  expect(text.textContent).toMatch(/^No pagues de nuevo\. (?!.*escríbenos)/)
  const refresh = screen.getByRole('button', { name: 'Actualizar' })
  const doubts = screen.getByText(/^Si tienes dudas/)
  expect(doubts.textContent).toMatch(/, escríbenos a .* indica el folio P261120-41\.$/)
  expect(refresh.compareDocumentPosition(doubts)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const asked = calls('/api/payments/41/').length
  await userEvent.click(refresh)
  await waitFor(() => expect(calls('/api/payments/41/').length).toBeGreaterThan(asked))
})

test('a payment in verification is asked for again until it is known, which its page says (§12.2386)', async () => {
  vi.useFakeTimers({
    now: new Date('2026-11-22T15:00:00Z'),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  })
  const at = '2026-11-22T14:58:00Z'
  const { calls } = openPayment(
    {},
    {
      'GET /api/payments/41/': [
        json(200, { ...sent, redirect: null, state: 'unknown' }),
        json(200, { ...sent, redirect: null, state: 'authorized', authorized_at: at }),
      ],
    },
  )
  await vi.waitFor(() =>
    expect(screen.getByText(/Suele saberse/).textContent).toContain(asksByItself),
  )
  await vi.advanceTimersByTimeAsync(5000)
  await vi.waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Pago aprobado'),
  )
  expect(screen.queryByText(new RegExp(asksByItself))).toBeNull()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls('/api/payments/41/')).toHaveLength(2)
})

test('an approved payment that accounting has not recorded for nine days says first that it counts, then what to do instead of how long it takes (§12.1709, §12.2053)', async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const approved = { state: 'authorized' as const, authorized_at: at(9), created_at: at(9) }
  openPayment(approved)
  const text = await screen.findByText(/Contabilidad todavía no lo registra y ya pasaron 9 días/)
  expect(text.textContent).toMatch(/^Este pago vale: no pagues de nuevo\./)
  expect(text.textContent).toContain('indica el folio P261120-41')
  expect(screen.queryByText(/hábiles/)).toBeNull()
})

test('of a payment whose refund is in doubt nothing says that it counts, nor that it was given back (§12.1709)', async () => {
  const at = new Date(Date.now() - 9 * 86_400_000).toISOString()
  const approved = { state: 'authorized' as const, authorized_at: at, created_at: at }
  openPayment({ ...approved, is_refund_uncertain: true })
  const text = await screen.findByText(/está viendo si este pago se te devuelve/)
  expect(text.textContent).toContain(refundInDoubt)
  expect(text.textContent).toContain('indica el folio P261120-41')
  expect(text.textContent).not.toMatch(/Este pago vale|no lo registra/)
})

/** Approved now, of the only overdue instalment of a purchase. */
function openApproved(unrecorded: object[]) {
  const now = new Date().toISOString()
  const paid = {
    due_on: '2026-01-05',
    last_due_on: '2026-01-05',
    chosen_on: '2026-11-22',
  }
  const cuotas = ['2026-01-05', '2099-10-05'].map((fecha_vencimiento) => ({
    ...{ fecha_vencimiento, monto_uf: 7.35, monto_uf_saldo: 7.35, estado: 'Pendiente' },
  }))
  const plan = { estado_de_pago: { 'Cuotas mensuales': { cuotas } } }
  const part = { sale_code: 'V-1', choice: 'overdue', pesos: '287557', uf: '7.35', is_own: true }
  return openPayment(
    {
      ...{ ...paid, chosen_on: undefined },
      sale_code: 'V-1',
      state: 'authorized',
      authorized_at: now,
    },
    {
      'GET /api/sales-data/': json(200, [buildWireSale(plan)]),
      'GET /api/payment-reports/own/': json(200, { results: [] }),
      'GET /api/payments/own/': json(200, {
        ...{ available: true, results: [], begun_by_others: [] },
        unrecorded: unrecorded.map((each) => ({
          ...{ ...part, ...paid, paid_on: '2026-11-22', ...each },
        })),
      }),
    },
  )
}

test('an approved payment says where Rosa stands with it and what comes next, once the portal counts it, and leads back at its end (§12.2282)', async () => {
  openApproved([{}])
  const standing = await screen.findByText('Con este pago quedas al día.')
  expect(standing.parentElement?.textContent?.replaceAll('\u00a0', ' ')).toBe(
    'Con este pago quedas al día. Próxima cuota: 05-10-2099, UF 7,35.',
  )
  const links = screen.getAllByRole('link', { name: 'Volver a mi carpeta' })
  expect(links.map((link) => [link.getAttribute('href'), link.dataset.variant])).toEqual([
    ['/dashboard', undefined],
    ['/dashboard', 'filled'],
  ])
})

test('of a payment that is not counted yet nothing says where she stands (§12.2282)', async () => {
  const { calls } = openApproved([])
  await screen.findByRole('heading', { name: 'Pago aprobado' })
  await waitFor(() => expect(calls('/payment-reports/own/')).toHaveLength(1))
  expect(await screen.findByText(/^Altos de Tumbes · Casa 24/)).toBeTruthy()
  expect(screen.queryByText(/al día|atrasada/)).toBeNull()
})

test.each(['rejected', 'sent'] as const)(
  'who has not paid finds the account to transfer to above the payment’s details, in state %s (§12.804, §12.2054, §12.2310)',
  async (state) => {
    openPayment(
      { state, sale_code: 'V-1' },
      { 'GET /api/sales-data/': json(200, [buildWireSale()]) },
    )
    const transfer = await screen.findByRole('button', { name: 'Prefiero transferir' })
    const details = screen.getByText('Folio')
    expect(transfer.compareDocumentPosition(details)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await userEvent.click(transfer)
    const how = await screen.findByRole('dialog', { name: 'Cómo pagar' })
    expect(await within(how).findByText('00-123-45678-09')).toBeTruthy()
  },
)
