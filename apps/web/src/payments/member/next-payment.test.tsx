import { parseUfRate, type UfValue } from '@carpeta/domain/money/money'
import { askedAdvice, reviewAdvice } from '@carpeta/domain/payments/booked-later'
import { onlinePaymentMessages } from '@carpeta/domain/payments/online-payment-rules'
import { fraudWarning } from '@carpeta/domain/payments/payment-account'
import { paymentQuestion } from '@carpeta/domain/requests/questions'
import type { Sale } from '@carpeta/domain/sales/sale'
import { selectedSale } from '@carpeta/domain/sales/sale-rules'
import {
  buildInstalment,
  buildPayment,
  buildSale,
  day,
  uf,
} from '@carpeta/domain/testing/build-sale'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { environment } from '../../environment/environment.ts'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import { buildPaymentReport } from '../../testing/build-payment-report.ts'
import { buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { summary } from '../../testing/my-requests-tab.tsx'
import { renderAt } from '../../testing/render-at.tsx'
import { NextPayment } from './next-payment.tsx'
import { PayFromAddress } from './pay-from-address.tsx'

const today = day('2026-11-20')
const ufOfToday = { date: today, pesos: parseUfRate('39123.45') } as UfValue
const paid = buildInstalment({ balance: uf('0') })
const account = {
  bank: 'Banco del Biobío',
  account_type: 'Cuenta corriente',
  number: '00-123-45678-09',
  holder: 'Cooperativa Vista al Biobío',
  rut: '65432198-1',
  email: 'pagos@vistaalbiobio.example',
}

beforeEach(() => {
  connectSession()
  storeUser(buildUser())
})

interface Options {
  code?: string | null
  reports?: unknown[]
  answers?: Parameters<typeof fakeServer>[0]
  /** With the dialog that this address names. */
  at?: string
}

function show(sales: Sale[], { code = null, reports = [], answers = {}, at }: Options = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/payment-account/': json(200, { account }),
    'GET /api/payment-reports/own/': json(200, { results: reports }),
    ...answers,
  })
  const rendered = renderAt(
    at ?? '/dashboard',
    <>
      <NextPayment sales={sales} selected={selectedSale(sales, code)} today={today} />
      {at && <PayFromAddress sales={sales} today={today} />}
    </>,
  )
  return { ...server, ...rendered }
}

/** Once it is known that she may. */
async function pay(name: string | RegExp = 'Pagar') {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => expect(button.disabled).toBe(false))
  await userEvent.click(button)
}

/** With the sum, once it is known. */
const SUBMIT = /^Pagar(\s\$.*)?$/

const block = () => screen.getByRole('region', { name: 'Próximo pago' })
const textOf = (element: HTMLElement | undefined) =>
  element?.textContent?.replaceAll('\u00a0', ' ') ?? ''

async function sendReport(report: HTMLElement) {
  await userEvent.type(within(report).getByLabelText('Fecha del pago'), '20112026')
  await userEvent.type(within(report).getByLabelText('Monto en pesos'), '156494')
  const receipt = new File(['%PDF-1.4'], 'transferencia.pdf', { type: 'application/pdf' })
  await userEvent.upload(within(report).getByLabelText('Archivo: Comprobante'), receipt)
  await userEvent.click(within(report).getByRole('button', { name: 'Informar' }))
}

describe('the next payment of Rosa’s only sale', () => {
  test('is what is overdue, with what to pay today, and the next instalment, in pesos and in UF (§12.160, §12.1702)', () => {
    show([buildSale({ ufOfToday })])
    expect(textOf(block())).not.toContain('Saldo')
    const [overdue, next] = within(block()).getAllByRole('listitem')
    expect(textOf(overdue)).toBe(
      '1 cuota atrasadaPara ponerte al día hoy: $ 156.494 UF 4,00Quedan UF 4,00 de 10,00Venció hace 15 días, el 05-11-2026',
    )
    expect(textOf(next)).toBe('Próxima cuota≈ $ 391.235 UF 10,00Vence en 15 días, el 05-12-2026')
  })

  test('tells how many are overdue, and since when the oldest is', () => {
    const late = ['2026-09-05', '2026-10-05'].map((dueOn) => buildInstalment({ dueOn: day(dueOn) }))
    show([buildSale({ instalments: late })])
    const [overdue, ...others] = within(block()).getAllByRole('listitem')
    expect(textOf(overdue)).toBe(
      '2 cuotas atrasadasPara ponerte al día hoy: UF 20,00La más antigua: venció hace 76 días, el 05-09-2026',
    )
    expect(others).toEqual([])
  })

  test('has no pesos, and says so, while today’s UF is not published (§12.161)', () => {
    show([buildSale({ ufOfToday: null })])
    expect(textOf(block())).not.toContain('$')
    expect(within(block()).getByText(/^La UF de hoy todavía no está publicada/)).toBeTruthy()
  })

  test.each([
    [
      'paid up',
      { instalments: [paid], reservationDebt: uf('0'), mortgageCommitment: uf('0') },
      'Estás al día',
    ],
    ['instalments paid', { instalments: [paid] }, 'Pagaste todas tus cuotas'],
    ['no plan', { instalments: [] }, 'No hay una próxima cuota informada'],
  ])('%s: there is nothing to pay now (§12.162)', async (_, overrides, title) => {
    show([buildSale(overrides)])
    expect(within(block()).getByText(title)).toBeTruthy()
    expect(within(block()).queryByText(/UF/)).toBeNull()
    const names = title === 'Estás al día' ? [] : ['Cómo pagar', 'Ya pagué: informar un pago']
    await waitFor(() => {
      const buttons = within(block()).queryAllByRole('button')
      expect(buttons.map(({ textContent }) => textContent)).toEqual(names)
    })
  })
})

test('where nothing is due another amount can be paid, which is not what the page asks for (§12.2112)', async () => {
  const answers = { 'GET /api/payments/own/': own({}) }
  for (const instalments of [[], [paid]]) {
    const { unmount } = show([buildSale({ ufOfToday, instalments })], { answers })
    const button = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Pagar otro monto',
    })
    await waitFor(() => expect(button.disabled).toBe(false))
    expect(button.dataset.variant).toBe('default')
    unmount()
  }
})

test('while the balance is below zero there is no button to pay, only whom to ask, which comes before what is owed (§12.1061, §12.2051)', async () => {
  const sale = buildSale({ ufOfToday, mortgageCommitment: uf('-9999') })
  const answers = { 'GET /api/payments/own/': own({}) }
  const { unmount, calls } = show([sale], { answers })
  await waitFor(() => expect(calls('/payments/own/')).toHaveLength(1))
  const advice = 'No pagues todavía: hay cifras que no calzan.'
  expect(textOf(block())).toMatch(
    /No pagues todavía: hay cifras que no calzan\..*Pregunta a tu asesor.*1 cuota atrasada/,
  )
  expect(textOf(block())).not.toContain('Para ponerte al día')
  expect(block().dataset.overdue).toBeUndefined()
  expect(within(block()).queryByRole('button', { name: /Pagar|pagar/ })).toBeNull()
  unmount()
  const { unmount: close } = show([{ ...sale, instalments: [paid] }], { answers })
  expect(within(block()).getByText('Tienes saldo a tu favor')).toBeTruthy()
  expect(textOf(block())).not.toContain(advice)
  close()
  // Of several, at its line, and not in what is owed together.
  show([sale, buildSale({ code: 'V-2', instalments: [] })], { answers })
  const lines = await screen.findByRole('region', { name: 'Próximos pagos' })
  expect(within(lines).getByText(advice)).toBeTruthy()
  expect(textOf(lines)).not.toContain('Para ponerte al día')
})

describe('how to pay', () => {
  test('is the cooperative’s account, each value to copy and all of them, with a warning (§12.164)', async () => {
    const user = userEvent.setup()
    show([buildSale()])
    expect(await screen.findByText('00-123-45678-09')).toBeTruthy()
    expect(screen.getByText(fraudWarning)).toBeTruthy()
    const copy = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(screen.getByRole('button', { name: 'Copiar Rut' }))
    expect(copy).toHaveBeenLastCalledWith('65.432.198-1')
    await user.click(screen.getByRole('button', { name: 'Copiar todo' }))
    expect(copy.mock.lastCall?.[0].split('\n')).toEqual([
      'Banco: Banco del Biobío',
      'Tipo de cuenta: Cuenta corriente',
      'Número de cuenta: 00-123-45678-09',
      'Titular: Cooperativa Vista al Biobío',
      'Rut: 65.432.198-1',
      'Correo: pagos@vistaalbiobio.example',
      'Comentario: Compra V-1001',
    ])
  })

  test('is whom to ask where the cooperative has set no account (§12.164, §12.2116)', async () => {
    const answers = { 'GET /api/payment-account/': json(200, { account: null }) }
    show([buildSale()], { answers })
    expect(
      await screen.findByText(/^Para saber a qué cuenta transferir, escríbenos a/),
    ).toBeTruthy()
  })

  test('can be hidden, and is in view once the member opens it (§12.1994)', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    show([buildSale()])
    await screen.findByText('Banco del Biobío')
    await userEvent.click(screen.getByRole('button', { name: 'Cómo pagar' }))
    expect(screen.queryByText('Banco del Biobío')).toBeNull()
    expect(scroll).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Cómo pagar' }))
    expect(screen.getByText('Banco del Biobío')).toBeTruthy()
    expect(scroll).toHaveBeenCalledOnce()
  })
})

describe('with several sales', () => {
  const other = buildSale({
    code: 'V-2',
    project: 'Mirador',
    instalments: [buildInstalment({ dueOn: day('2026-11-25') })],
  })
  const calm = buildSale({ code: 'V-3', instalments: [] })

  test('each has one line, the earliest date first, which leads to its sale (§12.163)', async () => {
    show([calm, other, buildSale()])
    const lines = within(await screen.findByRole('region', { name: 'Próximos pagos' }))
    await waitFor(() =>
      expect(lines.getAllByRole('listitem').map(textOf)).toEqual([
        'Brisas del Mar · Casa 121 cuota atrasadaVenció hace 15 días, el 05-11-2026UF 4,00Cómo pagarYa pagué: informar un pago',
        'Mirador · Casa 12Vence en 5 días, el 25-11-2026UF 10,00Cómo pagarYa pagué: informar un pago',
      ]),
    )
    const [first] = lines.getAllByRole('link')
    expect(first?.getAttribute('href')).toBe('/dashboard?venta=V-1001&tab=estado-de-cuenta')
  })

  test('the selected one is shown whole, with its name', () => {
    show([other, buildSale()], { code: 'V-2' })
    expect(within(block()).getByRole('heading', { level: 2 }).textContent).toBe(
      'Próximo pago · Mirador · Casa 12',
    )
  })
})

describe('what Rosa reported', () => {
  test('is beside it, pending ones first told as such, with the reason of a declined one', async () => {
    const closed_at = new Date().toISOString()
    show([buildSale()], {
      reports: [
        buildPaymentReport(),
        buildPaymentReport({ id: 30, state: 'declined', reason: 'No llegó', closed_at }),
        buildPaymentReport({ id: 29, state: 'confirmed', closed_at: '2020-01-01T00:00:00Z' }),
        buildPaymentReport({ id: 28, sale_code: 'V-2' }),
      ],
    })
    const list = within(await screen.findByRole('region', { name: 'Pagos que informaste' }))
    const rows = list.getAllByRole('listitem').map(textOf)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toContain('$ 287.557 · 18-11-2026Informado, pendiente de validación')
    expect(rows[1]).toContain('RechazadoMotivo: No llegó')
  })

  test('can be cancelled while it waits (§12.167)', async () => {
    const cancelled = buildPaymentReport({ state: 'cancelled' })
    show([buildSale()], {
      answers: {
        'GET /api/payment-reports/own/': [
          json(200, { results: [buildPaymentReport()] }),
          json(200, { results: [cancelled] }),
        ],
        'POST /api/payment-reports/31/cancel/': json(200, cancelled),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Anular' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Anular el informe' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Anular' }))
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Pagos que informaste' })).toBeNull(),
    )
  })

  test('is read-only for staff who view the portal as Rosa', async () => {
    storeUser({ ...buildUser(), viewed_by: { id: 6, name: 'Carla Neira' } })
    show([buildSale()], { reports: [buildPaymentReport()] })
    await screen.findByRole('region', { name: 'Pagos que informaste' })
    expect(screen.queryByRole('button', { name: 'Anular' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Ya pagué: informar un pago' })).toBeNull()
  })
})

test('Rosa reads beside the due date when an email comes, as she chose, and where to choose otherwise (§12.1863)', async () => {
  const preferences = (rest: object) => ({
    'GET /api/client/preferences/': json(200, { due_emails: true, due_days: 7, ...rest }),
  })
  const { unmount } = show([buildSale()], { answers: preferences({}) })
  await waitFor(() =>
    expect(textOf(block())).toContain('el 05-12-2026Aviso por correo 7 días antes · Cambiar'),
  )
  const change = screen.getByRole('link', { name: 'Cambiar el aviso por correo' })
  expect(change.getAttribute('href')).toBe('/profile#correos')
  unmount()

  const none = show([buildSale()], { answers: preferences({ due_emails: false }) })
  await waitFor(() => expect(textOf(block())).toContain('Sin aviso por correo · Cambiar'))
  none.unmount()

  // Of several it is said once.
  show([buildSale(), buildSale({ code: 'V-1002' })], { answers: preferences({}) })
  const region = await screen.findByRole('region', { name: 'Próximos pagos' })
  await waitFor(() =>
    expect(textOf(region).match(/Aviso por correo 7 días antes/g)).toHaveLength(1),
  )
})

test('nobody is promised an email that does not come: of another’s sale, or without an address (§12.1863)', async () => {
  const answers = { 'GET /api/client/preferences/': json(200, {}) }
  const shared = { kind: 'co_holder', lastDay: null } as const
  const { unmount } = show([buildSale({ shared }), buildSale({ code: 'V-1002', shared })], {
    answers,
  })
  await screen.findByRole('region', { name: 'Próximos pagos' })
  expect(screen.queryByText(/por correo/)).toBeNull()
  unmount()

  storeUser(buildUser({ email: '' }))
  const { calls } = show([buildSale()], { answers })
  await waitFor(() => expect(calls('/client/preferences/')).not.toHaveLength(0))
  expect(screen.queryByText(/por correo/)).toBeNull()
})

const QUESTION =
  'Contabilidad dejó tu pago del 10-11-2026 (UF 30,00) en la cuota del 05-12-2026. ¿Era para la del 05-11-2026?'
const NO = /^No: pagar \$\s156\.494$/

/** Its payment may be of the overdue instalment. */
function doubtfulSale(): Sale {
  const sale = buildSale({ ufOfToday })
  const place = sale.instalments.findIndex(({ dueOn }) => dueOn === '2026-12-05') + 1
  const booked = buildPayment({ depositedOn: day('2026-11-10'), instalments: [place] })
  return { ...sale, payments: [booked] }
}

const overdueIn = (dialog: HTMLElement) =>
  within(dialog).getByRole<HTMLInputElement>('radio', { name: /^Ponerme al día/ })

test('Rosa is asked whether her payment, which accounting booked elsewhere, was for what is overdue, with no solid button, above the other ones: she asks by email to look at it where nothing can be asked in the portal, or pays that (§12.1861, §12.1992, §12.2050, §12.2280, §12.2323, §12.2415)', async () => {
  const contact = { contact_email: 'contacto@vistaalbiobio.example' }
  const answers = {
    'GET /environments.json': json(200, { localhost: contact }),
    'GET /api/payments/own/': own({}),
  }
  const { unmount } = show([doubtfulSale()], { answers })
  await environment()
  const note = within(block()).getByRole('status')
  expect(textOf(note)).toContain(
    `${QUESTION} ${reviewAdvice}Sí: pedir que lo revisenNo: pagar $ 156.494`,
  )
  expect(
    [...block().querySelectorAll<HTMLElement>('[data-variant]')].map(
      ({ dataset }) => dataset.variant,
    ),
  ).toEqual(['default', 'default', 'subtle', 'subtle'])
  const [, ...others] = within(block()).getAllByRole('button')
  expect(others.map(textOf)).toEqual(['Cómo pagar', 'Ya pagué: informar un pago'])
  for (const other of others) {
    expect(note.compareDocumentPosition(other)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  }
  const link = within(note).getByRole('link', { name: 'Sí: pedir que lo revisen' })
  const message = new URL((link as HTMLAnchorElement).href)
  expect(message.pathname).toBe(contact.contact_email)
  expect(message.searchParams.get('subject')).toContain('Casa 12')
  expect(message.searchParams.get('body')).toContain(
    'Casa 12. El pago del 10-11-2026, de UF 30,00, quedó en la cuota del 05-12-2026, no en la del 05-11-2026',
  )
  await pay(NO)
  const dialog = await screen.findByRole('dialog', { name: 'Pagar en línea' })
  expect(overdueIn(dialog).checked).toBe(true)
  expect(textOf(dialog)).not.toContain(QUESTION)
  // Nor is it asked again by whoever transfers instead.
  await userEvent.click(within(dialog).getByRole('button', { name: 'Prefiero transferir' }))
  const how = await screen.findByRole('dialog', { name: 'Cómo pagar' })
  await within(how).findByText('00-123-45678-09')
  expect(textOf(how)).not.toContain(QUESTION)
  unmount()
  show([buildSale({ ufOfToday })], { answers })
  expect(textOf(block())).not.toContain('Contabilidad dejó')
})

test('where the portal takes questions she asks in it; afterwards her home says so until it is answered, paying is one of three quiet ways, and the dialog to pay has it too (§12.2413, §12.2414, §12.2415, §12.2461, §12.2564)', async () => {
  const contact = { contact_email: 'contacto@vistaalbiobio.example' }
  const answers = {
    'GET /environments.json': json(200, { localhost: contact }),
    'GET /api/payments/own/': own({}),
  }
  const sale = { ...doubtfulSale(), questionProcedureId: 31 }
  const { unmount } = show([sale], { answers })
  const link = within(block()).getByRole('link', { name: 'Sí: pedir que lo revisen' })
  const { pathname, searchParams } = new URL((link as HTMLAnchorElement).href)
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/dashboard',
    {
      ...{ venta: 'V-1001', tab: 'solicitar-tramites', tramite: '31' },
      sobre: 'payment:2026-11-10:2026-11-05',
    },
  ])
  expect(textOf(within(block()).getByRole('status'))).not.toContain(reviewAdvice)
  unmount()

  const request = summary({ key: '44', answerBy: day('2026-11-25') })
  const about = searchParams.get('sobre') ?? ''
  const asked = { ...sale, requests: [{ ...request, about }] }
  show([asked], { answers })
  const note = within(block()).getByRole('status')
  expect(textOf(note)).toBe(
    `${askedAdvice}Pediste que revisen tu pago del 10-11-2026: solicitud Nº 44. Te responderemos a más tardar el 25-11-2026. Ver mi consulta`,
  )
  expect(within(note).getByRole('link').getAttribute('href')).toBe(
    '/dashboard?venta=V-1001&tab=mis-tramites&solicitud=44',
  )
  expect(within(block()).queryByText(QUESTION)).toBeNull()
  const buttons = within(block()).getAllByRole('button')
  expect(buttons.map((each) => [textOf(each), each.dataset.variant])).toEqual([
    ['Cómo pagar', 'subtle'],
    ['Ya pagué: informar un pago', 'subtle'],
    ['Pagar de todos modos', 'subtle'],
  ])
  await pay('Pagar de todos modos')
  const dialog = await screen.findByRole('dialog', { name: 'Pagar en línea' })
  expect(textOf(dialog)).toMatch(/solicitud Nº\s44/)
  expect(within(dialog).queryByRole('radio', { checked: true })).toBeNull()
})

test('who opens the dialog from elsewhere is asked there, and nothing is chosen that she may have paid, until she says that it was not for that (§12.2050, §12.2280)', async () => {
  const { calls } = show([doubtfulSale()], {
    at: '/dashboard?pagar=',
    answers: { 'GET /api/payments/own/': own({}) },
  })
  const dialog = await screen.findByRole('dialog', { name: 'Pagar en línea' })
  expect(textOf(dialog)).toContain(QUESTION)
  expect(within(dialog).queryByRole('radio', { checked: true })).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Pagar' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('Elige qué pagar')
  expect(calls('/api/payments/').filter(({ method }) => method === 'POST')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: NO }))
  expect(overdueIn(dialog).checked).toBe(true)
  expect(document.activeElement).toBe(overdueIn(dialog))
  expect(textOf(dialog)).not.toContain(QUESTION)
  expect(textOf(within(dialog).getByRole('button', { name: SUBMIT }))).toBe('Pagar $ 156.494')
})

test('where Rosa owes another overdue instalment too, a payment booked elsewhere holds nothing back: it is told, and the rest is as usual (§12.2190)', async () => {
  const sale = buildSale({ ufOfToday })
  const place = sale.instalments.findIndex(({ dueOn }) => dueOn === '2026-12-05') + 1
  const booked = buildPayment({ depositedOn: day('2026-11-10'), instalments: [place] })
  const older = buildInstalment({ dueOn: day('2026-10-05') })
  const owing = { ...sale, instalments: [...sale.instalments, older], payments: [booked] }
  show([owing], { answers: { 'GET /api/payments/own/': own({}) } })
  const button = await within(block()).findByRole('button', { name: 'Pagar' })
  expect(textOf(within(block()).getByRole('status'))).toContain(
    'El pago del 10-11-2026 no está descontado de lo atrasado: quedó en la cuota del 05-12-2026.',
  )
  expect(textOf(block())).not.toContain('¿Era para')
  expect(button.dataset.variant).toBe('filled')
  await pay()
  const dialog = await screen.findByRole('dialog', { name: 'Pagar en línea' })
  expect(within(dialog).getByRole('radio', { checked: true })).toBe(
    within(dialog).getByRole('radio', { name: /Ponerme al día: 2 cuotas atrasadas/ }),
  )
  expect(within(dialog).queryByRole('status')).toBeNull()
})

/** What is overdue of Rosa's sale, paid and not recorded. */
const paidOnline = (rest: object = {}) => ({
  ...{ sale_code: 'V-1001', choice: 'overdue', due_on: '2026-11-05', last_due_on: '2026-11-05' },
  ...{ chosen_on: '2026-11-18', paid_on: '2026-11-18', pesos: '156494', is_own: true, ...rest },
})

/** Of a cooperative that takes payments online. */
const own = (rest: object) =>
  json(200, { available: true, results: [], begun_by_others: [], unrecorded: [], ...rest })

const notice =
  'Pagaste $ 156.494 el 18-11-2026; falta que contabilidad lo registre (normalmente 1 a 3 días hábiles).'

test('two payments of a day and an amount are told one each (§12.2421)', async () => {
  const warned = vi.spyOn(console, 'error')
  const dates = ['2026-10-05', '2026-11-05']
  const instalments = dates.map((dueOn) => buildInstalment({ dueOn: day(dueOn) }))
  const unrecorded = dates.map((due_on) =>
    paidOnline({ choice: 'next', due_on, last_due_on: due_on }),
  )
  show([buildSale({ ufOfToday, instalments })], {
    answers: { 'GET /api/payments/own/': own({ unrecorded }) },
  })
  await waitFor(() => expect(textOf(block()).match(/Pagaste/g)).toHaveLength(2))
  expect(warned).not.toHaveBeenCalled()
})

test('nine days later it says so, and whom to write to, in amber, instead of how long it usually takes (§12.1709, §12.2565)', async () => {
  const late = paidOnline({ chosen_on: '2026-11-11', paid_on: '2026-11-11' })
  show([buildSale({ ufOfToday })], {
    answers: { 'GET /api/payments/own/': own({ unrecorded: [late] }) },
  })
  const text = await within(block()).findByText(/Ya pasaron 9 días: escríbenos a/)
  expect(text.parentElement?.dataset).toMatchObject({ late: 'true' })
  expect(text.parentElement?.dataset).not.toHaveProperty('paid')
  expect(textOf(block())).not.toContain('hábiles')
})

test('what was paid online says so in the place of the red line until accounting records it, and is not offered again, nor told as rejected before; one quiet way pays another instalment (§12.810, §12.1067, §12.1933, §12.2384, §12.2385, §12.2425)', async () => {
  const paid = {
    ...{ id: 7, folio: 'P-7', sale_code: 'V-1001', state: 'authorized', pesos: '156494' },
    ...{ due_on: '2026-11-05', last_due_on: '2026-11-05', recorded_on: '', payment_key: '' },
    ...{
      created_at: '2026-11-18T15:00:00Z',
      authorized_at: '2026-11-18T15:02:00Z' as string | null,
    },
  }
  const attempt = { ...paid, authorized_at: null, state: 'rejected' }
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const results = [
    paid,
    { ...attempt, id: 8, folio: 'P-8', choice: 'other' },
    { ...attempt, id: 9, folio: 'P-9', created_at: daysAgo(1) },
    // Webpay refused it longer ago than a week.
    { ...attempt, id: 10, folio: 'P-10', created_at: daysAgo(9) },
  ]
  const unrecorded = [paidOnline({ id: paid.id })]
  show([buildSale({ ufOfToday })], {
    answers: { 'GET /api/payments/own/': own({ results, unrecorded }) },
  })
  await waitFor(() => expect(textOf(block())).toContain(notice))
  const shown = await within(block()).findAllByRole('link', { name: /^Ver el pago/ })
  expect(shown.map((link) => link.getAttribute('aria-label'))).toEqual(['Ver el pago P-9'])
  const looks = [...block().querySelectorAll<HTMLElement>('[data-variant]')]
  expect(looks.map(({ dataset }) => dataset.variant)).toEqual(['subtle'])
  expect(textOf(block())).not.toMatch(/atrasada/)
  expect(block().dataset.overdue).toBeUndefined()
  await pay('Pagar otra cuota')
  const overdue = await screen.findByRole<HTMLInputElement>('radio', { name: /Ponerme al día/ })
  expect(overdue.disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /La próxima cuota/ }).checked).toBe(
    true,
  )
})

test('what Rosa paid stands first, in green, with the day by when accounting has it and its receipt; the next instalment is calmer, and no list repeats it (§12.2320)', async () => {
  const told = { id: 7, record_by: '2026-11-23' }
  const results = [7, 6].map((id) => ({
    ...{ id, folio: `P-${id}`, sale_code: 'V-1001', pesos: '156494', recorded_on: '' },
    ...{ state: id === 7 ? 'authorized' : 'unknown', created_at: '2026-11-18T15:00:00Z' },
    authorized_at: null,
  }))
  show([buildSale({ ufOfToday })], {
    answers: { 'GET /api/payments/own/': own({ results, unrecorded: [paidOnline(told)] }) },
  })
  const receipt = await screen.findByRole('link', { name: 'Ver comprobante' })
  expect(receipt.getAttribute('href')).toBe('/payments/7')
  const text = textOf(block())
  expect(text).toMatch(/^Próximo pagoPagaste \$ 156\.494 el 18-11-2026; falta/)
  expect(text).toContain(`${notice} Debería aparecer a más tardar el 23-11-2026. Ver comprobante`)
  expect(receipt.closest('[data-paid]')).toBeTruthy()
  expect(block().querySelector('[data-size="large"]')).toBeNull()
  expect(await screen.findAllByRole('link', { name: /^Ver el pago/ })).toHaveLength(1)
})

const NOTHING_LEFT = 'Por ahora no hay más cuotas que pagar.'

test('while the server does not say whether Rosa may pay online, Pagar keeps its place, off (§12.1991)', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  show([buildSale({ ufOfToday })], {
    answers: {
      'GET /api/payments/own/': async () => {
        await released
        return own({})
      },
    },
  })
  const names = () =>
    within(block())
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  const shown = ['Pagar', 'Cómo pagar', 'Ya pagué: informar un pago']
  expect(names()).toEqual(shown)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Pagar' })
  expect(button.disabled).toBe(true)
  release()
  await waitFor(() => expect(button.disabled).toBe(false))
  expect(names()).toEqual(shown)
})

test('once everything due was paid online the dialog offers no way to Webpay; another amount is a choice of its own (§12.1859)', async () => {
  const allDue = { choice: 'all_due', last_due_on: '2026-12-05', pesos: '547728' }
  show([buildSale({ ufOfToday })], {
    answers: { 'GET /api/payments/own/': own({ unrecorded: [paidOnline(allDue)] }) },
  })
  await pay()
  const dialog = await screen.findByRole('dialog', { name: 'Pagar en línea' })
  await within(dialog).findByText(NOTHING_LEFT)
  await waitFor(() =>
    expect(textOf(dialog)).toContain(
      'Pagaste $ 547.728 el 18-11-2026; falta que contabilidad lo registre (normalmente 1 a 3 días hábiles).',
    ),
  )
  expect(within(dialog).queryByRole('button', { name: SUBMIT })).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Pagar otro monto' }))
  const [radio, ...others] = await screen.findAllByRole<HTMLInputElement>('radio')
  expect([radio?.value, radio?.checked, others]).toEqual(['other', true, []])
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: SUBMIT })).toBeTruthy()
})

test('so it does while all of it was reported, and whoever tries another amount again goes on with it (§12.1859)', async () => {
  const report = buildPaymentReport({ amount: '547728', paid_on: '2026-11-18' })
  const options = { reports: [report], answers: { 'GET /api/payments/own/': own({}) } }
  const { unmount } = show([buildSale({ ufOfToday })], options)
  await waitFor(() => expect(textOf(block())).toContain('falta que contabilidad'))
  await pay('Pagar otro monto')
  await screen.findByText(NOTHING_LEFT)
  unmount()

  show([buildSale({ ufOfToday })], {
    ...options,
    at: '/dashboard?venta=V-1001&pagar=other&monto=5000',
  })
  expect((await screen.findByLabelText<HTMLInputElement>('Monto')).value).toBe('5000')
  expect(screen.queryByText(NOTHING_LEFT)).toBeNull()
})

test('a reported payment of one of two overdue instalments does not make the dialog say that both are paid (§12.1922)', async () => {
  const instalments = ['2026-10-05', '2026-11-05'].map((dueOn) =>
    buildInstalment({ dueOn: day(dueOn) }),
  )
  const report = buildPaymentReport({ amount: '391235', paid_on: '2026-11-18' })
  const options = { reports: [report], answers: { 'GET /api/payments/own/': own({}) } }
  show([buildSale({ ufOfToday, instalments })], options)
  await waitFor(() => expect(textOf(block())).toContain('falta que contabilidad'))
  expect(textOf(block())).toContain('1 cuota atrasada')
  expect(screen.getByRole('button', { name: 'Pagar' }).dataset.variant).toBe('filled')
  await pay()
  const radios = await screen.findAllByRole<HTMLInputElement>('radio')
  expect(radios.map(({ value, checked }) => [value, checked])).toEqual([
    ['overdue', false],
    ['other', true],
  ])
  expect(screen.queryByText(NOTHING_LEFT)).toBeNull()
})

test('another amount says from what to what it may be, until one is typed (§12.2561)', async () => {
  show([buildSale({ ufOfToday })], { answers: { 'GET /api/payments/own/': own({}) } })
  await pay()
  await userEvent.click(await screen.findByRole('radio', { name: /Otro monto/ }))
  expect(textOf(screen.getByRole('dialog'))).toMatch(/Desde \$\s[\d.]+ hasta \$\s[\d.]+/)
  await userEvent.selectOptions(screen.getByLabelText('En'), 'UF')
  const range = /Desde UF\s[\d.,]+ hasta UF\s([\d.,]+)/
  const [, most = ''] = range.exec(textOf(screen.getByRole('dialog'))) ?? []
  await userEvent.type(screen.getByLabelText('Monto'), most)
  expect(textOf(screen.getByRole('dialog'))).toMatch(/Pagarás \$/)
  expect(textOf(screen.getByRole('dialog'))).not.toMatch(range)
})

test('what was paid online lowers the amount that can be paid before anything is sent (security 5.662)', async () => {
  const paid = { choice: 'other', due_on: '', last_due_on: '', uf: '99999' }
  show([buildSale({ ufOfToday })], {
    answers: { 'GET /api/payments/own/': own({ unrecorded: [paidOnline(paid)] }) },
  })
  await pay()
  await userEvent.click(await screen.findByRole('radio', { name: /Otro monto/ }))
  await userEvent.type(screen.getByLabelText('Monto'), '500000')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: SUBMIT }))
  await screen.findByText(onlinePaymentMessages.moreThanUnpaid.text)
})

test('so does what Rosa reported, until it is declined; it is not chosen to be paid again (§12.1067, §12.2110, §12.2192)', async () => {
  const report = buildPaymentReport({ amount: '156494', paid_on: '2026-11-18' })
  const answers = { 'GET /api/payments/own/': own({}) }
  const { unmount } = show([buildSale({ ufOfToday })], { reports: [report], answers })
  await waitFor(() =>
    expect(textOf(block())).toContain(notice.replace('Pagaste', 'Informaste que pagaste')),
  )
  expect(textOf(block())).not.toMatch(/atrasada/)
  await pay('Pagar otra cuota')
  const next = await screen.findByRole<HTMLInputElement>('radio', { name: /La próxima cuota/ })
  expect(next.checked).toBe(true)
  // What she reported is not counted as overdue.
  expect(textOf(screen.getByRole('dialog'))).not.toContain('Seguirás')
  unmount()

  const declined = { ...report, state: 'declined', closed_at: new Date().toISOString() }
  show([buildSale({ ufOfToday })], { reports: [declined], answers })
  await screen.findByRole('button', { name: 'Pagar' })
  expect(textOf(block())).toContain('1 cuota atrasada')
  expect(textOf(block())).not.toContain('falta que contabilidad')
})

test('what Rosa reported is not chosen with an overdue instalment that has no date (§12.1067, §12.1100)', async () => {
  const instalments = [
    buildInstalment({ dueOn: null, state: 'Atrasada', balance: null }),
    buildInstalment({ dueOn: day('2026-12-05') }),
  ]
  const report = buildPaymentReport({ amount: '391235', paid_on: '2026-11-18' })
  show([buildSale({ ufOfToday, instalments })], {
    reports: [report],
    answers: { 'GET /api/payments/own/': own({}) },
  })
  await waitFor(() => expect(textOf(block())).toContain('falta que contabilidad'))
  await pay()
  const overdue = await screen.findByRole<HTMLInputElement>('radio', { name: /Ponerme al día/ })
  expect(overdue.checked).toBe(true)
})

test('what the co-holder paid meanwhile is not chosen, although the address of a failed payment names it (§12.810)', async () => {
  show([buildSale({ ufOfToday })], {
    at: '/dashboard?venta=V-1001&pagar=overdue',
    answers: { 'GET /api/payments/own/': own({ unrecorded: [paidOnline({ is_own: false })] }) },
  })
  const next = await screen.findByRole<HTMLInputElement>('radio', { name: /La próxima cuota/ })
  expect(next.checked).toBe(true)
})

test('from the menu the dialog is of the only purchase; an address that names another opens none (§12.2141)', async () => {
  const answers = { 'GET /api/payments/own/': own({}) }
  const { unmount } = show([buildSale({ ufOfToday })], { answers, at: '/dashboard?pagar=' })
  expect(await screen.findByRole('dialog', { name: 'Pagar en línea' })).toBeTruthy()
  unmount()
  show([buildSale({ ufOfToday })], { answers, at: '/dashboard?venta=V-1002&pagar=' })
  await screen.findByRole('button', { name: 'Pagar' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('how long accounting takes is said once of two sales (§12.1709)', async () => {
  const both = [paidOnline(), paidOnline({ sale_code: 'V-1002' })]
  show([buildSale(), buildSale({ code: 'V-1002' })], {
    answers: { 'GET /api/payments/own/': own({ unrecorded: both }) },
  })
  const region = await screen.findByRole('region', { name: 'Próximos pagos' })
  await waitFor(() => expect(textOf(region).match(/lo registre/g)).toHaveLength(2))
  expect(textOf(region).match(/hábiles/g)).toHaveLength(1)
})

test('the choices say from when on payments are not among them, where the page warns of the age of the data, and only there (§12.2191)', async () => {
  const answers = { 'GET /api/payments/own/': own({}) }
  const uncounted = 'Sin los pagos posteriores al 20-11-2026'
  // The evening of the 20th in Santiago.
  const asOf = '2026-11-21T02:30:00Z'
  const { unmount } = show([buildSale({ ufOfToday, asOf, isOutdated: true })], { answers })
  await pay()
  const choices = () => screen.findByRole('group', { name: /^¿Qué quieres pagar/ })
  expect(textOf(await choices())).toContain(uncounted)
  unmount()
  show([buildSale({ ufOfToday, asOf })], { answers })
  await pay()
  expect(textOf(await choices())).not.toContain('Sin los pagos posteriores')
})

test('of several sales too, in one line each (§12.810, §12.1067, §12.2425)', async () => {
  show([buildSale(), buildSale({ code: 'V-1002' })], {
    answers: { 'GET /api/payments/own/': own({ unrecorded: [paidOnline({ is_own: false })] }) },
  })
  await waitFor(() => {
    const line = screen.getAllByRole('listitem').find((each) => textOf(each).includes('registre'))
    expect(textOf(line)).toContain('Otra persona pagó $ 156.494 el 18-11-2026; falta')
    expect(textOf(line)).not.toContain('atrasada')
    const [button, ...others] = within(line as HTMLElement).getAllByRole('button')
    expect([textOf(button), others]).toEqual(['Pagar otra cuota', []])
  })
})

test('of several too the button promises no other instalment where the next one is paid as well (§12.2425)', async () => {
  const instalments = ['2026-11-05', '2026-12-05', '2027-01-05'].map((date) =>
    buildInstalment({ dueOn: day(date) }),
  )
  const paid = paidOnline({ choice: 'all_due', last_due_on: '2026-12-05', pesos: '782470' })
  show([buildSale({ instalments }), buildSale({ code: 'V-1002' })], {
    answers: { 'GET /api/payments/own/': own({ unrecorded: [paid] }) },
  })
  await screen.findByRole('button', { name: /^Pagar otro monto de / })
  expect(screen.queryByRole('button', { name: /^Pagar otra cuota/ })).toBeNull()
})

test('Rosa’s choices have pesos first and say whether the next instalment is among them; what is overdue is chosen at first; the button has the sum (§12.1063, §12.1703, §12.2052, §12.2192)', async () => {
  show([buildSale({ ufOfToday })], { answers: { 'GET /api/payments/own/': own({}) } })
  await pay()
  const dialog = await screen.findByRole('dialog', { name: 'Pagar en línea' })
  expect(textOf(dialog)).toContain('Brisas del Mar · Casa 12')
  const radios = within(dialog).getAllByRole<HTMLInputElement>('radio')
  expect(radios.map((radio) => textOf(radio.closest('label') ?? undefined))).toEqual([
    'Ponerme al día: 1 cuota atrasada$ 156.494 · UF 4,00Cuota del 05-11-2026, sin la próxima',
    'Lo atrasado y la próxima: 2 cuotas$ 547.728 · UF 14,00Cuotas del 05-11-2026 al 05-12-2026',
    'La próxima cuota$ 391.235 · UF 10,00Cuota del 05-12-2026. Seguirás con 1 cuota atrasada',
    'Otro monto',
  ])
  expect(radios.map(({ checked }) => checked)).toEqual([true, false, false, false])
  const submit = within(dialog).getByRole('button', { name: SUBMIT })
  expect(textOf(submit)).toBe('Pagar $ 156.494')
  await userEvent.click(within(dialog).getByLabelText(/La próxima cuota/))
  expect(textOf(submit)).toBe('Pagar $ 391.235')
  await userEvent.click(within(dialog).getByLabelText('Otro monto'))
  expect(textOf(submit)).toBe('Pagar')
})

test('the dialog says first how Rosa pays; who prefers to transfer reads how much, where and with which comment, and tells of it (§12.1994, §12.2281)', async () => {
  show([buildSale({ ufOfToday })], {
    answers: {
      'GET /api/payments/own/': own({}),
      'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
      'POST /api/payment-reports/': json(201, buildPaymentReport()),
    },
  })
  await pay()
  const dialog = await screen.findByRole('dialog', { name: 'Pagar en línea' })
  expect(textOf(dialog)).toContain(
    'Pagas en la página de Webpay, con tarjeta de débito, crédito o prepago',
  )
  // Above the choices, where the buttons of a phone's dialog never cover it.
  const choices = within(dialog).getByRole('group')
  const line = within(dialog).getByText(/^Pagas en la página/)
  expect(line.compareDocumentPosition(choices)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Prefiero transferir' }))
  const how = await screen.findByRole('dialog', { name: 'Cómo pagar' })
  await within(how).findByText('00-123-45678-09')
  expect(textOf(how)).toContain('Para ponerte al día hoy$ 156.494 UF 4,00')
  expect(textOf(how)).toContain('Comentario de la transferenciaCompra V-1001')
  await userEvent.click(within(how).getByRole('button', { name: 'Ya pagué: informar un pago' }))
  const report = await screen.findByRole('dialog', { name: 'Ya pagué: informar un pago' })
  await sendReport(report)
  expect(await screen.findByText(/^Recibimos tu informe/)).toBeTruthy()
})

test('‘Cómo pagar’ begins with what to transfer, to copy without a mark, and the day for which its pesos hold (§12.2132)', async () => {
  const user = userEvent.setup()
  const instalments = [buildInstalment({ dueOn: day('2026-11-25') })]
  show([buildSale({ ufOfToday, instalments })])
  await screen.findByText('00-123-45678-09')
  const [first] = within(block()).getAllByRole('term')
  expect(textOf(first?.parentElement ?? undefined)).toBe(
    'Próxima cuota$ 391.235 UF 10,00Vale si transfieres hoy, 20-11-2026: otro día la UF es otra.',
  )
  const copy = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(screen.getByRole('button', { name: 'Copiar monto' }))
  expect(copy).toHaveBeenLastCalledWith('391235')
})

test('a card asks once, also with ‘Cómo pagar’ open, which ‘No’ opens below it where nobody pays online; its dialog of several purchases asks as well (§12.2132, §12.2280, §12.2323)', async () => {
  const said = () =>
    screen.getAllByRole('status').filter((each) => textOf(each).startsWith(QUESTION))
  const wide = window.matchMedia
  const onPhone = vi.spyOn(window, 'matchMedia')
  onPhone.mockImplementation((query) => ({ ...wide(query), matches: query.includes('639.98px') }))
  const { unmount } = show([doubtfulSale()])
  const no = () => screen.getByRole<HTMLButtonElement>('button', { name: NO })
  await waitFor(() => expect(no().disabled).toBe(false))
  await userEvent.click(no())
  const bank = await screen.findByText('Banco del Biobío')
  // Directly below its button.
  expect(bank.compareDocumentPosition(screen.getByText('Próxima cuota'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  expect(said()).toHaveLength(1)
  unmount()
  onPhone.mockRestore()

  show([doubtfulSale(), buildSale({ code: 'V-2', project: 'Mirador', ufOfToday })])
  await userEvent.click(await screen.findByRole('button', { name: /^Cómo pagar Brisas/ }))
  await screen.findByText('Banco del Biobío')
  const [question] = said()
  expect(textOf(question)).toContain('Si lo era, no pagues todavía; si no, págala.')
})

test('of several sales none offers to pay what may be paid already: its line leads to the question, and says the number once asked (§12.2510)', async () => {
  const others = [buildSale({ code: 'V-2', project: 'Mirador', ufOfToday })]
  const answers = { 'GET /api/payments/own/': own({}) }
  const lineOf = (sale: string) =>
    screen.getAllByRole('listitem').find((each) => textOf(each).includes(sale)) as HTMLElement
  const { unmount } = show([doubtfulSale(), ...others], { answers })
  const review = await screen.findByRole('link', { name: /^Revisar antes de pagar Brisas/ })
  expect(review.getAttribute('href')).toBe(`/dashboard?venta=${doubtfulSale().code}`)
  await within(lineOf('Mirador')).findByRole('button', { name: /^Pagar Mirador/ })
  expect(within(lineOf('Brisas')).queryByRole('button', { name: /^Pagar/ })).toBeNull()
  unmount()

  const about = paymentQuestion(day('2026-11-10'), day('2026-11-05'))
  const requests = [{ ...summary({ key: '44' }), about }]
  show([{ ...doubtfulSale(), requests }, ...others], { answers })
  await screen.findByRole('link', { name: 'Ver mi consulta' })
  await within(lineOf('Mirador')).findByRole('button', { name: /^Pagar Mirador/ })
  expect(textOf(lineOf('Brisas'))).toMatch(/solicitud Nº\s44/)
  expect(within(lineOf('Brisas')).queryByRole('button', { name: /^Pagar/ })).toBeNull()
  expect(screen.queryByRole('link', { name: /^Revisar/ })).toBeNull()
})

test('of several sales each line has its account too, also where nobody pays online (§12.1994)', async () => {
  const other = buildSale({ code: 'V-2', project: 'Mirador', ufOfToday })
  show([buildSale({ ufOfToday }), other])
  await userEvent.click(await screen.findByRole('button', { name: 'Cómo pagar Mirador · Casa 12' }))
  const how = await screen.findByRole('dialog', { name: 'Cómo pagar' })
  await within(how).findByText('00-123-45678-09')
  expect(textOf(how)).toContain('Compra V-2')
})

test('of several sales Rosa reports a payment from its line, and not of a purchase that others hold (§12.2130)', async () => {
  const other = buildSale({ code: 'V-2', project: 'Mirador', ufOfToday })
  const shared = { kind: 'co_holder', lastDay: null } as const
  show([buildSale({ ufOfToday }), other, buildSale({ code: 'V-3', shared })], {
    answers: { 'POST /api/payment-reports/': json(201, buildPaymentReport()) },
  })
  const region = await screen.findByRole('region', { name: 'Próximos pagos' })
  const [, button, ...others] = within(region).getAllByRole('button', { name: /^Ya pagué/ })
  expect(others).toEqual([])
  await userEvent.click(button as HTMLElement)
  const report = await screen.findByRole('dialog', { name: 'Ya pagué: informar un pago' })
  expect(textOf(report)).toContain('Mirador · Casa 12')
  await sendReport(report)
  expect(await within(region).findByText(/^Recibimos tu informe/)).toBeTruthy()
})

test('before today’s UF is published the dialog says why, and how else to pay (§12.1065)', async () => {
  show([buildSale({ ufOfToday: null })], { answers: { 'GET /api/payments/own/': own({}) } })
  await pay()
  const dialog = within(await screen.findByRole('dialog', { name: 'Pagar en línea' }))
  expect(dialog.getByText(/Hoy todavía no conocemos el valor de la UF/)).toBeTruthy()
  expect(await dialog.findByText('00-123-45678-09')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: SUBMIT })).toBeNull()
})

test('without anything overdue the total of several sales is that of their next instalments (§12.2325)', async () => {
  const instalments = [buildInstalment({ dueOn: day('2026-12-05') })]
  show([
    buildSale({ ufOfToday, instalments }),
    buildSale({ code: 'V-1002', ufOfToday, instalments }),
  ])
  const region = await screen.findByRole('region', { name: 'Próximos pagos' })
  await waitFor(() => expect(textOf(region)).toContain('En total: ≈ $ 782.469 UF 20,00'))
})

test('with several sales each line has the dialog of its own, and the total says what is overdue (§12.1064, §12.1068)', async () => {
  const other = buildSale({ code: 'V-2', project: 'Mirador', ufOfToday })
  show([buildSale({ ufOfToday }), other], { answers: { 'GET /api/payments/own/': own({}) } })
  expect(textOf(screen.getByRole('region', { name: 'Próximos pagos' }))).toContain(
    'Para ponerte al día hoy: $ 312.988 UF 8,00',
  )
  await pay('Pagar Mirador · Casa 12')
  const dialog = await screen.findByRole('dialog', { name: 'Pagar en línea' })
  expect(textOf(dialog)).toContain('Mirador · Casa 12')
})

test('a payment that the co-holder began is told before Rosa pays, which she may (§12.932)', async () => {
  const begun_by_others = [{ sale_code: 'V-1001', created_at: '2026-11-20T18:04:00Z' }]
  show([buildSale({ ufOfToday })], {
    answers: { 'GET /api/payments/own/': own({ begun_by_others }) },
  })
  await pay()
  const dialog = await screen.findByRole('dialog', { name: 'Pagar en línea' })
  expect(textOf(dialog)).toContain(
    'Otra persona empezó a pagar esta compra el 20-11-2026 15:04 y no ha terminado. Si pagan lo mismo, se cobra solo una vez.',
  )
  expect(within(dialog).getByRole('button', { name: SUBMIT })).toBeTruthy()
})

test('when the browser does not open Webpay’s page the dialog says so, and a link opens it (§12.938)', async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {})
  const redirect = { url: 'https://webpay.example/start', token: 'a b' }
  const order = { id: 41, pesos: '156494', redirect }
  show([buildSale({ ufOfToday })], {
    answers: {
      'GET /api/payments/own/': own({}),
      'POST /api/payments/': json(201, order),
    },
  })
  await pay()
  await userEvent.click(
    await within(await screen.findByRole('dialog')).findByRole('button', { name: SUBMIT }),
  )
  await waitFor(() => expect(submit).toHaveBeenCalledOnce())
  // In a frame too it is the whole window that leaves.
  const [form] = submit.mock.contexts as HTMLFormElement[]
  expect([form?.target, form?.method]).toEqual(['_top', 'post'])
  expect(screen.queryByText(/Webpay todavía no se abre/)).toBeNull()

  const refused = new Event('securitypolicyviolation')
  document.dispatchEvent(Object.assign(refused, { effectiveDirective: 'form-action' }))
  expect(await screen.findByText(/Webpay todavía no se abre y no se ha cobrado nada/)).toBeTruthy()
  const link = screen.getByRole<HTMLAnchorElement>('link', {
    name: 'Abrir Webpay en otra pestaña',
  })
  expect([link.href, link.target]).toEqual(['https://webpay.example/start?token_ws=a+b', '_blank'])
})
