import type { StaffPayment } from '@carpeta/contract/payments'
import { onlinePaymentMessages } from '@carpeta/domain/payments/online-payment-rules'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { Counted } from '../../testing/counted.tsx'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { Component as Screen } from './payments-screen.tsx'

const forgotten: StaffPayment = {
  ...{
    id: 43,
    folio: 'P261118-43',
    sale_code: 'V-1001',
    choice: 'overdue',
    due_on: '2026-11-05',
    last_due_on: '2026-11-05',
    state: 'unknown',
  },
  ...{ pesos: '287557', uf: '7.35', uf_value: '39123.45', uf_date: '2026-11-18' },
  ...{ created_at: '2026-11-18T15:00:00Z', authorized_at: null, authorization_code: '' },
  ...{
    card_type: '',
    card_digits: '',
    instalments: 0,
    refunded_at: null,
    recorded_on: '',
    payment_key: '',
  },
  ...{ project: 'Altos de Tumbes', refund_reason: '', is_late: true, may_expire: true },
  is_refund_uncertain: false,
  member: { id: 4, name: 'Rosa Muñoz Sepúlveda', social_security: '12345678-5' },
}
const asked = { ...forgotten, id: 44, folio: 'P261119-44', may_expire: false }

/** The title of their dialog. */
const TITLE = '$\u00a0287.557 de Rosa Muñoz Sepúlveda'

test('Mario ends, with a reason, only a payment that Webpay no longer knows, and what waits is counted again (§12.811, §12.1957)', async () => {
  connectSession()
  storeUser(buildStaff({ permissions: ['payments.match_payments'] }))
  const page = { current: 1, lastPage: 1, totals: [], counts: { unknown: 2 }, unrecorded: 0 }
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/payments/': json(200, { ...page, results: [forgotten, asked] }),
    'POST /api/payments/43/expire/': json(200, { ...forgotten, state: 'expired' }),
    'GET /api/staff/counts/': json(200, {}),
  })
  renderAt('/payments', { '/payments': <Counted screen={<Screen />} /> })
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

  await press('Rosa Muñoz Sepúlveda, pago P261119-44')
  const dialog = await screen.findByRole('dialog', { name: TITLE })
  expect(within(dialog).getByText('Pago P261119-44')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: 'Dar por vencido' })).toBeNull()
  await userEvent.click(within(dialog).getByText('Cerrar'))

  await press('Rosa Muñoz Sepúlveda, pago P261118-43')
  await press('Dar por vencido')
  await press('Dar por vencido')
  expect(await screen.findByText(onlinePaymentMessages.reasonRequired.text)).toBeTruthy()
  expect(server.calls('/api/payments/43/expire/')).toEqual([])
  await userEvent.type(screen.getByLabelText('Motivo'), 'Transbank no lo muestra')
  await press('Dar por vencido')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [call] = server.calls('/api/payments/43/expire/')
  expect(call?.body).toContain('"reason":"Transbank no lo muestra"')
  await waitFor(() => expect(server.calls('/staff/counts/')).toHaveLength(2))
})

const approved: StaffPayment = {
  ...{ ...forgotten, id: 45, folio: 'P261119-45', state: 'authorized', may_expire: false },
  ...{ is_late: false, authorized_at: '2026-11-19T15:02:00Z', recorded_on: '2026-11-20' },
}

async function open(payment: StaffPayment, answers: Parameters<typeof fakeServer>[0]) {
  connectSession()
  storeUser(buildStaff({ permissions: ['payments.match_payments'] }))
  const page = { current: 1, lastPage: 1, totals: [], counts: {}, unrecorded: 0 }
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/payments/': json(200, { ...page, results: [payment] }),
    ...answers,
  })
  renderAt('/payments', { '/payments': <Screen /> })
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  await press(`Rosa Muñoz Sepúlveda, pago ${payment.folio}`)
  return { press, server }
}

test('Mario says that accounting’s payment is another one, with a reason (§12.935)', async () => {
  const { press, server } = await open(approved, {
    'POST /api/payments/45/unmatch/': json(200, { ...approved, recorded_on: '' }),
  })
  await press('No es ese pago')
  await userEvent.type(screen.getByLabelText('Motivo'), 'Era de otro mes')
  await press('Deshacer el registro')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.calls('/unmatch/')[0]?.body).toContain('"reason":"Era de otro mes"')
})

test('Mario records a refund that he saw in Transbank’s portal, in a dialog that says so, who tells accounting, and that the reason is needed (§12.934, §12.1896, §12.2491)', async () => {
  const uncertain = { ...approved, is_refund_uncertain: true, is_late: true }
  const { press, server } = await open(uncertain, {
    'POST /api/payments/45/refund/': json(200, { ...approved, state: 'refunded' }),
  })
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Devolución sin confirmar')).toBeTruthy()
  await press('Devolver el pago')
  expect(screen.getByText(/Avísale tú a contabilidad: el portal no lo hace\./)).toBeTruthy()
  const reason = screen.getByLabelText('Motivo').getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(reason)?.textContent).toBe('Obligatorio')
  await userEvent.click(screen.getByLabelText('Ya se devolvió'))
  expect(screen.getByRole('dialog', { name: 'Registrar la devolución' })).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Motivo'), 'Se ve en Transbank')
  await press('Registrar la devolución')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [call] = server.calls('/refund/')
  expect(call?.body).toContain('"is_done":true')
})

test('a refund without an answer is a state of its own, and not ‘Aprobado’ (§12.1897)', async () => {
  await open({ ...approved, is_refund_uncertain: true, is_late: true }, {})
  const [row] = screen.getAllByRole('row', { hidden: true }).slice(1)
  for (const place of [row, screen.getByRole('dialog')]) {
    expect(within(place as HTMLElement).getAllByText('Devolución sin confirmar')).toHaveLength(1)
  }
  const state = within(row as HTMLElement).getByText('Devolución sin confirmar')
  expect(state.closest('td')?.textContent).toBe('Devolución sin confirmarRegistrado el 20-11-2026')
})

test('of accounting’s payments the best is first and says what is equal, and those that only might be it are folded (§12.1376, §12.2303)', async () => {
  const candidate = { deposited_on: '2026-11-19', document_type: 'Webpay', pesos: '287557' }
  await open(
    { ...approved, recorded_on: '' },
    {
      'GET /api/payments/45/candidates/': json(200, {
        results: [
          { key: 'K-2', amount_uf: '7.35', fit: 'match', ...candidate },
          { key: 'K-1', amount_uf: '30', fit: 'other', ...candidate, document_type: 'Cheque' },
        ],
      }),
    },
  )
  const best = await screen.findByRole('button', { name: 'Registrar con este, 19-11-2026, Webpay' })
  // It was paid on the 18th: only the amount is equal.
  expect(best.closest('li')?.textContent).toContain('Mismo monto · 1 día después')
  // Before what is known of the payment, and before its refund.
  for (const later of [
    screen.getByText('Código de autorización'),
    screen.getByRole('button', { name: 'Devolver el pago' }),
  ]) {
    const place = best.compareDocumentPosition(later)
    expect(place & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  }
  const folded = screen.getByText('1 otro pago posterior de la venta').closest('details')
  expect(folded?.open).toBe(false)
  expect(folded?.textContent).toContain('Cheque')
})

test('a refund is asked for at the foot of a payment, as what cannot be undone, after ‘Cerrar’, and says how much it gives back (§12.1377, §12.2033, §12.2252)', async () => {
  const { press } = await open(approved, {})
  const refund = screen.getByRole('button', { name: 'Devolver el pago' })
  expect(refund.dataset.variant).toBe('danger')
  expect(refund.parentElement?.textContent).toBe('CerrarNo es ese pagoDevolver el pago')
  await press('Devolver el pago')
  expect(screen.getByRole('button', { name: /^Devolver \$/ }).dataset.variant).toBe('danger')
})

test('every state that has payments has a chip under the member’s word; first what is to be cleared up (§12.1378, §12.1817)', async () => {
  connectSession()
  storeUser(buildStaff({ permissions: ['payments.match_payments'] }))
  const counts = { created: 1, sent: 2, authorized: 5, aborted: 3, expired: 4 }
  const { calls } = fakeServer({
    'GET /api/payments/': json(200, {
      ...{ current: 1, lastPage: 1, totals: [], counts, unrecorded: 2, results: [forgotten] },
    }),
  })
  renderAt('/payments', { '/payments': <Screen /> })
  const chips = within(await screen.findByRole('group', { name: 'Estado' }))
  await waitFor(() =>
    expect(chips.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      ...['Por aclarar2', 'En curso3', 'Aprobado5', 'Anulado3', 'Vencido4', 'Todos15'],
    ]),
  )
  await userEvent.click(chips.getByRole('button', { name: /En curso/ }))
  await waitFor(() => expect(calls('/api/payments/').at(-1)?.url).toContain('state=created%2Csent'))
})

test('the list opens on what is to be cleared up; all others are a press away, a search looks in all, and the CSV is what is seen (§12.1955)', async () => {
  connectSession()
  storeUser(buildStaff({ permissions: ['payments.match_payments'] }))
  const { calls } = fakeServer({
    'GET /api/payments/': json(200, {
      ...{ current: 1, lastPage: 1, totals: [], counts: { authorized: 5 }, unrecorded: 2 },
      results: [forgotten],
    }),
    'GET /api/payments/csv/': json(200, ''),
  })
  const { where } = renderAt('/payments', { '/payments': <Screen /> })
  const asked = () => calls('/api/payments/?').at(-1)?.url ?? ''
  const chip = (name: RegExp) => screen.findByRole('button', { name })
  expect((await chip(/^Por aclarar/)).ariaPressed).toBe('true')
  expect(asked()).toContain('unrecorded=1')
  await userEvent.click(screen.getByRole('button', { name: 'Descargar CSV' }))
  await waitFor(() => expect(calls('/csv/').at(-1)?.url).toContain('unrecorded=1'))
  await userEvent.click(await chip(/^Todos/))
  expect(where()).toBe('/payments?state=all')
  await waitFor(() => expect(asked()).not.toContain('unrecorded'))
  expect((await chip(/^Todos/)).ariaPressed).toBe('true')
  await userEvent.click(await chip(/^Por aclarar/))
  expect(where()).toBe('/payments?unrecorded=1')
})

test('days narrow what waits; an empty list offers to leave the filters only where others show more, which are all (§12.1955)', async () => {
  connectSession()
  storeUser(buildStaff({ permissions: ['payments.match_payments'] }))
  const { calls } = fakeServer({
    'GET /api/payments/': json(200, {
      ...{ current: 1, lastPage: 1, totals: [], counts: {}, unrecorded: 0, results: [] },
    }),
  })
  const clear = () => screen.queryByRole('button', { name: 'Quitar los filtros' })
  for (const path of ['/payments', '/payments?unrecorded=1']) {
    const { unmount } = renderAt(path, { '/payments': <Screen /> })
    expect(await screen.findByText(/^Ningún pago por Webpay espera/)).toBeTruthy()
    expect(clear()).toBeNull()
    unmount()
  }
  const { where } = renderAt('/payments?from=2026-11-01', { '/payments': <Screen /> })
  expect(await screen.findByText('Prueba con otros filtros.')).toBeTruthy()
  expect(calls('from=2026-11-01').at(-1)?.url).toContain('unrecorded=1')
  await userEvent.click(clear() as HTMLElement)
  await waitFor(() => expect(where()).toBe('/payments?state=all'))
  await waitFor(() => expect(calls('/api/payments/?').at(-1)?.url).not.toContain('unrecorded'))
  await waitFor(() => expect(clear()).toBeNull())
})

test('one search finds a payment by name, rut, email, sale or folio, and says what nothing was found for (§12.1882)', async () => {
  connectSession()
  storeUser(buildStaff({ permissions: ['payments.match_payments'] }))
  const { calls } = fakeServer({
    'GET /api/payments/': json(200, {
      ...{ current: 1, lastPage: 1, totals: [], counts: {}, unrecorded: 0, results: [] },
    }),
  })
  renderAt('/payments', { '/payments': <Screen /> })
  const box = await screen.findByRole('searchbox', {
    name: 'Buscar por nombre, rut, correo, venta o folio',
  })
  await userEvent.type(box, 'V-1001')
  await waitFor(() => expect(calls('/api/payments/').at(-1)?.url).toContain('q=V-1001'))
  expect(calls('/api/payments/').at(-1)?.url).not.toContain('unrecorded')
  expect(await screen.findByText('Ningún pago coincide con «V-1001».')).toBeTruthy()
})

test('Rosa’s name alone, and with it its row, opens her payment (§12.1817, §12.2252)', async () => {
  connectSession()
  storeUser(buildStaff({ permissions: ['payments.match_payments'] }))
  fakeServer({
    'GET /api/payments/': json(200, {
      ...{ current: 1, lastPage: 1, totals: [], counts: {}, unrecorded: 0, results: [approved] },
    }),
  })
  renderAt('/payments', { '/payments': <Screen /> })
  await userEvent.click(
    await screen.findByRole('button', { name: 'Rosa Muñoz Sepúlveda, pago P261119-45' }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: TITLE }))
  expect(dialog.getByText('Pago P261119-45')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /P261119-45$/, hidden: true })?.textContent).toBe(
    'Rosa Muñoz Sepúlveda',
  )
})

test('what has not happened to a payment has no line (§12.2305)', async () => {
  await open(
    { ...approved, recorded_on: '' },
    { 'GET /api/payments/45/candidates/': json(200, { results: [] }) },
  )
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Código de autorización')).toBeTruthy()
  expect(dialog.queryByText('Registrado')).toBeNull()
})

test('a payment of accounting that does not match asks, with the difference, before it is booked (§12.2352, §12.2435)', async () => {
  const { press, server } = await open(
    { ...approved, recorded_on: '' },
    {
      'GET /api/payments/45/candidates/': json(200, {
        results: [
          {
            ...{ key: 'K-1', deposited_on: '2026-11-20', document_type: 'PAC', pesos: null },
            ...{ amount_uf: '3.85', fit: 'near' },
          },
        ],
      }),
      'POST /api/payments/45/match/': json(200, approved),
      'GET /api/staff/counts/': json(200, {}),
    },
  )
  expect(screen.queryByRole('button', { name: /^Registrar/ })).toBeNull()
  await press('Usar este pago…, 20-11-2026, PAC')
  const dialog = await screen.findByRole('dialog', { name: 'Registrar con un pago distinto' })
  expect(dialog.textContent).toMatch(/este pago es de UF.3,85, del 20-11-2026\. ¿Es el mismo\?/)
  expect(dialog.textContent).toContain('UF\u00a03,50 menos · 2 días después')
  expect(server.calls('/match/')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Registrar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.calls('/match/')[0]?.body).toContain('"payment_key":"K-1"')
})

test('a match is recorded and leads to the next payment of the page that waits (§12.2352, §12.2435)', async () => {
  connectSession()
  storeUser(buildStaff({ permissions: ['payments.match_payments'] }))
  const unrecorded = { ...approved, recorded_on: '' }
  const rows = [
    unrecorded,
    { ...approved, id: 46, folio: 'P261119-46' },
    { ...unrecorded, id: 47, folio: 'P261119-47' },
  ]
  const page = { current: 1, lastPage: 1, totals: [], counts: {}, unrecorded: 2 }
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/payments/': () => json(200, { ...page, results: rows }),
    'GET /api/payments/45/candidates/': () => matching(),
    'GET /api/payments/47/candidates/': () => matching(),
    'POST /api/payments/45/match/': json(200, approved),
    'GET /api/staff/counts/': json(200, {}),
  })
  const matching = () =>
    json(200, {
      results: [
        {
          ...{ key: 'K-2', deposited_on: '2026-11-18', document_type: 'Webpay' },
          ...{ amount_uf: '7.35', pesos: '287557', fit: 'match' },
        },
      ],
    })
  renderAt('/payments', { '/payments': <Screen /> })
  const press = async (name: string | RegExp) =>
    userEvent.click(await screen.findByRole('button', { name }))
  await press('Rosa Muñoz Sepúlveda, pago P261119-45')
  await press(/^Registrar y abrir el siguiente/)
  expect(await screen.findByText('Pago P261119-47')).toBeTruthy()
  const next = within(screen.getByRole('dialog', { name: TITLE }))
  expect(next.getByText(/^Registraste/).textContent).toBe(
    'Registraste $\u00a0287.557 de Rosa Muñoz Sepúlveda.',
  )
  expect(server.calls('/api/payments/45/match/')).toHaveLength(1)
  const last = await next.findByRole('button', { name: /^Registrar con este/ })
  expect(last.dataset.variant).toBe('filled')
  expect(next.queryByRole('button', { name: /abrir el siguiente/ })).toBeNull()
})
