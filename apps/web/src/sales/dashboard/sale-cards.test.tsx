import { parseUfRate, type UfRate } from '@carpeta/domain/money/money'
import {
  buildInstalment,
  buildPayment,
  buildSale,
  day,
  uf,
} from '@carpeta/domain/testing/build-sale'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildPaymentReport } from '../../testing/build-payment-report.ts'
import {
  cards,
  dashboardWith,
  prepareDashboard,
  tabs,
  today,
  wireSale,
} from '../../testing/dashboard.tsx'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { onScreen, renderAt } from '../../testing/render-at.tsx'
import { sentence } from '../../testing/sentence.ts'
import { BalanceCard } from './sale-cards.tsx'

beforeEach(prepareDashboard)

describe('the cards', () => {
  test('leave out a sale that is not approved (§2.43)', async () => {
    dashboardWith([
      wireSale('V-1'),
      wireSale('V-2', { fecha_aprob_semi: '' }),
      wireSale('V-3', { fecha_aprob_semi: '0000-00-00' }),
    ])
    expect(await cards()).toHaveLength(1)
    expect(screen.queryByText('Proyecto V-2')).toBeNull()
  })

  test('have a Ver button only when there are several and the sale is open (§2.49)', async () => {
    dashboardWith([wireSale('V-1'), wireSale('V-2', { fecha_real: '2025-02-02' })])
    const [open, finished] = await cards()
    if (!open || !finished) throw new Error('A card is missing')
    expect(within(open).getByRole('button', { name: /^Ver .*Proyecto V-1/ })).toBeTruthy()
    expect(within(finished).queryByRole('button', { name: /^Ver/ })).toBeNull()
    expect(tabs()).toEqual([])
  })

  test('of a single open sale have no button, and its tabs are open', async () => {
    dashboardWith([wireSale('V-1'), wireSale('V-9', { fecha_aprob_semi: '' })])
    const [only] = await cards()
    if (!only) throw new Error('The card is missing')
    expect(within(only).queryByRole('button')).toBeNull()
    expect(tabs()).toEqual([
      'Antecedentes Personales',
      'Estado de Cuenta',
      'Escrituración',
      'Solicitar Trámites',
      'Mis Trámites',
    ])
  })

  test('of a single finished sale open nothing', async () => {
    dashboardWith([wireSale('V-1', { fecha_real: '2025-02-02' })])
    await cards()
    expect(tabs()).toEqual([])
  })

  test('show the time of the data, in Santiago', async () => {
    dashboardWith([wireSale('V-1')])
    const [card] = await screen.findAllByText(sentence('Datos actualizados al 20-11-2026 06:00'))
    expect(card).toBeTruthy()
  })
})

describe('one card', () => {
  function card(sale: ReturnType<typeof buildSale>, isOnly = true) {
    renderAt('/', <BalanceCard sale={sale} today={today} isSelected={false} isOnly={isOnly} />)
    return screen.getByRole('article').textContent ?? ''
  }

  const plain = (text: string) => text.replaceAll('\u00a0', ' ')

  test('shows balance, price, pending instalments, the next one and the overdue amount (§2.46)', () => {
    const text = plain(
      card(
        buildSale({
          project: 'Altos del Biobío',
          price: uf('2350'),
          reservationDebt: uf('114.25'),
          cashCommitment: uf('0'),
          mortgageCommitment: uf('1880'),
          instalments: [
            buildInstalment({ dueOn: day('2026-10-05'), amount: uf('4.5'), balance: uf('4.5') }),
            buildInstalment({ dueOn: day('2026-12-05'), amount: uf('4.5'), balance: uf('1.75') }),
          ],
          instalmentPlan: null,
        }),
        false,
      ),
    )
    expect(text).toContain('Altos del Biobío')
    expect(text).toContain('Saldo de la compraUF 1.994,25Reserva por pagarUF 114,25')
    expect(text).toContain('Precio de compra UF 2.350,00')
    expect(text).toContain('2 cuotas pendientes')
    expect(text).toContain('Atrasado UF 4,50')
    expect(text).toContain('Próxima cuota05-12-2026 · UF 1,75')
  })

  test('names what lies between price and balance (§12.2131)', () => {
    expect(plain(card(buildSale({ price: uf('1960.25') })))).toContain(
      'Precio de compra UF 1.960,25menos UF 36,00 de cuotas pagadas y UF 100,00 de Reserva (5 %)',
    )
  })

  test('alone leaves what is due to the block above it (§12.1932)', () => {
    const overdue = { dueOn: day('2026-10-05'), amount: uf('4.5'), balance: uf('4.5') }
    const sale = buildSale({ instalmentPlan: null, instalments: [buildInstalment(overdue)] })
    expect(card(sale)).not.toMatch(/Atrasado|Próxima cuota/)
    cleanup()
    expect(card(sale, false)).toMatch(/Atrasado/)
  })

  test('says in words that nothing is late, beside the red icon of what is pending (§2.47, §12.1705)', () => {
    const due = { dueOn: day('2026-12-05'), amount: uf('4.5'), balance: uf('4.5') }
    const onTime = buildSale({ instalmentPlan: null, instalments: [buildInstalment(due)] })
    expect(card(onTime)).toContain('1 cuota pendienteNinguna atrasada')
    cleanup()
    expect(card(buildSale({ instalmentPlan: null }))).not.toContain('Ninguna atrasada')
  })

  test('shows Pagado instead of a zero, and hides a price of zero (§2.45, §10.52)', () => {
    const text = card(
      buildSale({
        price: uf('0'),
        reservationDebt: uf('0'),
        cashCommitment: null,
        mortgageCommitment: uf('0'),
        instalments: [],
        instalmentPlan: null,
      }),
    )
    expect(text).toContain('Pagado')
    expect(text).toContain('Sin cuotas pendientes')
    expect(text).not.toContain('0,00')
    expect(text).not.toContain('Precio de compra')
    expect(text).not.toContain('Próxima cuota')
    expect(text).not.toContain('Atrasado')
  })

  test('opens its balance into parts, the mortgage as paid with the deed (§12.1060)', () => {
    const sale = buildSale({
      reservationDebt: uf('114.25'),
      cashCommitment: uf('0'),
      mortgageCommitment: uf('1880'),
    })
    const text = plain(card(sale))
    expect(text).toContain(
      'Saldo de la compraUF 1.994,25Reserva por pagarUF 114,25Crédito hipotecariose paga con la escrituraUF 1.880,00',
    )
    expect(text).not.toContain('Contado')
  })

  test('below zero is in Rosa’s favour, and says whom to ask (§12.1061)', () => {
    const sale = buildSale({
      reservationDebt: uf('0'),
      mortgageCommitment: uf('-12.5'),
      instalments: [],
      advisor: 'Patricia Echeverría',
      ufOfToday: { date: today, pesos: parseUfRate('39123.45') as UfRate },
    })
    const text = plain(card(sale))
    expect(text).toContain('Saldo a tu favorUF 12,50≈ $ 489.043')
    expect(text).toContain('pregunta a tu asesor, Patricia Echeverría, cómo usarlo')
    expect(text).not.toContain('Pagado')
  })

  test('below zero beside owed instalments does not say how to use it, while ‘Próximo pago’ says not to pay yet (§12.2134)', () => {
    const text = card(buildSale({ mortgageCommitment: uf('-9999') }))
    expect(text).toContain('Saldo a tu favor')
    expect(text).not.toContain('cómo usarlo')
  })

  test('of a sale that is paid up has no ring (§12.1061)', () => {
    const paidUp = { reservationDebt: uf('0'), cashCommitment: null, mortgageCommitment: uf('0') }
    const text = card(buildSale(paidUp))
    expect(text).toContain('Pagado')
    expect(text).not.toContain('%')
  })

  test('shows - for an unknown balance, and never Pagado', () => {
    const text = card(
      buildSale({ reservationDebt: null, cashCommitment: null, mortgageCommitment: null }),
    )
    expect(text).toContain('Saldo de la compra-Contabilidad todavía no lo informa.')
    expect(text).not.toContain('Pagado')
  })

  test('has different icons for the types of property', () => {
    const icon = (type: string) => {
      card(buildSale({ mainProperty: { type, lot: '1', model: '' } }))
      const drawn = screen.getByRole('article').querySelector('svg')?.innerHTML
      cleanup()
      return drawn
    }
    expect(icon('Casa pareada')).toBe(icon('CASA'))
    expect(icon('Casa')).not.toBe(icon('Departamento'))
  })

  test('of a finished sale tells no instalment, and no share that nobody knows (§12.1000)', () => {
    const text = card(buildSale({ completedOn: day('2026-03-12'), instalmentPlan: null }))
    expect(text).not.toMatch(/Atrasado|Próxima cuota|pagado en cuotas/)
  })

  test('tells type, lot, condominium and advisor on a phone without a tap (§2.43)', () => {
    onScreen('639.98px')
    const text = card(buildSale({ condominium: 'Los Aromos', advisor: 'Ana Rojas' }))
    expect(text).toContain('Casa\u00a0· Lote 12\u00a0· Los Aromos')
    expect(text).toContain('Asesor: Ana Rojas')
  })
})

test('a figure that accounting has to confirm is marked on the card (§12.151)', () => {
  const sale = buildSale({ doubtful: ['debt', 'pending_count'] })
  renderAt('/', <BalanceCard sale={sale} today={day('2026-11-20')} isSelected={false} isOnly />)
  expect(
    screen.getByText('En revisión con contabilidad: el saldo. Puede haber cambios.'),
  ).toBeTruthy()
  expect(
    screen.getByText(
      'En revisión con contabilidad: el número de cuotas pendientes. Puede haber cambios.',
    ),
  ).toBeTruthy()
  cleanup()
  renderAt(
    '/',
    <BalanceCard sale={buildSale()} today={day('2026-11-20')} isSelected={false} isOnly />,
  )
  expect(screen.queryByText(/En revisión/)).toBeNull()
})

test('what accounting has not recorded is not deducted from a card’s figures, which say so, also beside other cards (§12.1995)', async () => {
  const sale = buildSale()
  const unrecorded = {
    ...{ sale_code: sale.code, choice: 'overdue', due_on: '2026-11-05', last_due_on: '2026-11-05' },
    ...{ chosen_on: '2026-11-18', paid_on: '2026-11-18', pesos: '156494', uf: '4', is_own: true },
  }
  const online = { available: true, results: [], begun_by_others: [], unrecorded: [unrecorded] }
  fakeServer({ 'GET /api/payments/own/': json(200, online) })
  const text = 'Aún no descuenta tu pago del 18-11-2026'
  renderAt(
    '/',
    <>
      <BalanceCard sale={sale} today={today} isSelected={false} isOnly />
      <BalanceCard sale={{ ...sale, code: 'V-2' }} today={today} isSelected={false} isOnly />
      <BalanceCard sale={sale} today={today} isSelected={false} isOnly={false} />
    </>,
  )
  const told = () =>
    screen.getAllByRole('article').map(({ textContent }) => textContent?.includes(text))
  await waitFor(() => expect(told()).toEqual([true, false, true]))
})

test('a card beside others offers to pay what its line in ‘Próximos pagos’ does: another instalment once this one was paid, and nothing that may be paid already (§12.2510)', async () => {
  const instalments = ['2026-11-05', '2026-12-05'].map((dueOn) =>
    buildInstalment({ dueOn: day(dueOn) }),
  )
  const sale = buildSale({ code: 'V-1', instalments })
  const payments = [buildPayment({ depositedOn: day('2026-11-12'), instalments: [2] })]
  const unrecorded = {
    ...{ sale_code: 'V-1', choice: 'overdue', due_on: '2026-11-05', last_due_on: '2026-11-05' },
    ...{ chosen_on: '2026-11-18', paid_on: '2026-11-18', pesos: '156494', uf: '4', is_own: true },
  }
  const online = { available: true, results: [], begun_by_others: [], unrecorded: [unrecorded] }
  fakeServer({ 'GET /api/payments/own/': json(200, online) })
  const { unmount } = renderAt(
    '/',
    <BalanceCard sale={sale} today={today} isSelected={false} isOnly={false} />,
  )
  const pay = await screen.findByRole('button', { name: /^Pagar otra cuota de / })
  expect(pay.dataset.variant).toBe('subtle')
  unmount()

  const doubted = buildSale({ code: 'V-2', instalments, payments })
  renderAt('/', <BalanceCard sale={doubted} today={today} isSelected={false} isOnly={false} />)
  await screen.findByRole('link', { name: /^Revisar antes de pagar / })
  expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
})

test('an overdue instalment that Rosa reported as paid is not called on time (§12.2110)', async () => {
  const sale = buildSale({
    ufOfToday: { date: today, pesos: parseUfRate('39123.45') as UfRate },
    instalments: ['2026-11-05', '2026-12-05'].map((dueOn) =>
      buildInstalment({ dueOn: day(dueOn) }),
    ),
    instalmentPlan: null,
  })
  const report = buildPaymentReport({ amount: '391235' })
  fakeServer({ 'GET /api/payment-reports/own/': json(200, { results: [report] }) })
  renderAt('/', <BalanceCard sale={sale} today={today} isSelected={false} isOnly />)
  await screen.findByText('1 cuota atrasada, en validación')
  expect(screen.queryByText('Ninguna atrasada')).toBeNull()
})

test('its balance has its pesos of today below, where today’s UF is known (§12.161)', () => {
  const sale = buildSale({ ufOfToday: { date: today, pesos: parseUfRate('39123.45') as UfRate } })
  const card = <BalanceCard sale={sale} today={today} isSelected={false} isOnly />
  renderAt('/', card)
  expect(screen.getByRole('article').textContent?.replaceAll('\u00a0', ' ')).toContain(
    '≈ $ 71.370.954',
  )
  cleanup()
  renderAt(
    '/',
    <BalanceCard sale={{ ...sale, ufOfToday: null }} today={today} isSelected={false} isOnly />,
  )
  expect(screen.getByRole('article').textContent).not.toContain('≈')
})
