import { anotherReceiptReason } from '@carpeta/domain/payments/payment-report-rules'
import { paymentReportMessages } from '@carpeta/domain/payments/payment-report-states'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connectSession } from '../../session/connect-session.ts'
import { storeUser } from '../../session/stored-user.ts'
import {
  buildCandidate,
  buildReportRow,
  buildStaffReport,
} from '../../testing/build-payment-report.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { Counted } from '../../testing/counted.tsx'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { BesideNavigation } from '../../ui/beside-navigation.ts'
import { Component as Report } from './payment-report-screen.tsx'
import { Component as Reports } from './payment-reports-screen.tsx'

const counts = { reported: 3, confirmed: 8, declined: 1, cancelled: 0 }

beforeEach(() => {
  connectSession()
  storeUser(buildStaff({ permissions: ['payments.match_payments'] }))
})

function show(path = '/payment-reports', answers: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/payment-reports/': json(200, {
      results: [buildReportRow(), buildReportRow({ id: 32, has_match: true })],
      current: 1,
      lastPage: 1,
      counts,
    }),
    'GET /api/payment-reports/31/': json(200, buildStaffReport()),
    'GET /api/staff/counts/': json(200, {}),
    ...answers,
  })
  return {
    ...server,
    ...renderAt(path, {
      '/payment-reports': <Reports />,
      '/payment-reports/:id': <Counted screen={<Report />} />,
    }),
  }
}

const DETAIL = '/payment-reports/31'
const plain = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ')

test('what staff write to Rosa goes to her alone, whatever stands in her address, which breaks before its @ (security 9.110, §12.2084)', async () => {
  const email = 'rosa?cc=otro@correo.example'
  const { member } = buildStaffReport()
  show(DETAIL, {
    'GET /api/payment-reports/31/': json(200, buildStaffReport({ member: { ...member, email } })),
  })
  const link = await screen.findByRole('link', { name: email })
  expect(link.getAttribute('href')).toBe('mailto:rosa%3Fcc%3Dotro@correo.example')
  expect(link.innerHTML).toBe('rosa?cc=otro<wbr>@correo.example')
})

describe('the list', () => {
  test('shows who paid what and when, and, as its state, what accounting has already (§12.2151, §12.2435)', async () => {
    show()
    const [, first, second] = within(
      await screen.findByRole('table', { name: 'Pagos informados' }),
    ).getAllByRole('row')
    const cells = (row: HTMLElement | undefined) =>
      within(row as HTMLElement)
        .getAllByRole('cell')
        .map(plain)
    expect(cells(first)).toEqual([
      'Rosa Muñoz Sepúlveda12.345.678-5',
      'V-1001Altos de Tumbes',
      '18-11-2026',
      '$ 287.557',
      '19-11-2026 10:05',
      'Informado',
    ])
    expect(cells(second)[5]).toBe('Ya está en contabilidad')
    expect(screen.getByText('Ya está en contabilidad').dataset.tone).toBe('green')
    expect(screen.queryByRole('columnheader', { name: /Informado/ })).toBeNull()
  })

  test('stays a table beside the navigation on a small laptop (§12.2251)', async () => {
    const wide = window.matchMedia
    window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('1199.98px') })
    onTestFinished(() => {
      window.matchMedia = wide
    })
    const answer = { results: [buildReportRow()], current: 1, lastPage: 1, counts }
    fakeServer({ 'GET /api/payment-reports/': json(200, answer) })
    const screenBeside = (
      <BesideNavigation value={true}>
        <Reports />
      </BesideNavigation>
    )
    renderAt('/payment-reports', { '/payment-reports': screenBeside })
    const table = await screen.findByRole('table', { name: 'Pagos informados' })
    expect(table.dataset.cards).toBeUndefined()
  })

  test('counts each state and filters by it, and leads to a report (§12.169)', async () => {
    const { where, calls } = show()
    await userEvent.click(await screen.findByRole('button', { name: /^Confirmado8/ }))
    expect(where()).toBe('/payment-reports?state=confirmed')
    await waitFor(() => expect(calls('state=confirmed')).not.toEqual([]))
    await userEvent.click(
      screen.getAllByRole('link', { name: /pago informado 31/ })[0] as HTMLElement,
    )
    expect(where()).toBe('/payment-reports/31?state=confirmed')
    expect(await screen.findByText('Lo que informó')).toBeTruthy()
  })

  test('opens on what waits, with all others a press away (§12.1955)', async () => {
    const { where, calls } = show()
    const chip = (name: RegExp) => screen.findByRole('button', { name })
    expect((await chip(/^Informado3/)).ariaPressed).toBe('true')
    expect(calls('/api/payment-reports/?').at(-1)?.url).toContain('state=reported')
    await userEvent.click(await chip(/^Todos12/))
    expect(where()).toBe('/payment-reports?state=all')
    await waitFor(() => expect(calls('state=all')).not.toEqual([]))
    expect((await chip(/^Todos12/)).ariaPressed).toBe('true')
  })
})

describe('a report that waits', () => {
  test('is confirmed with the payment that fits, which says what is equal, and what waits is counted again; the others are shown when asked for (§12.1957, §12.2303)', async () => {
    const other = buildCandidate({ key: '12', fit: 'other', amount_uf: '3.85', pesos: null })
    const confirmed = buildStaffReport({
      state: 'confirmed',
      closed_at: '2026-11-20T12:00:00Z',
      handler: { id: 6, name: 'Carla Neira' },
      payment: buildCandidate(),
      candidates: [],
    })
    const { calls } = show(DETAIL, {
      'GET /api/payment-reports/31/': [
        json(200, buildStaffReport({ candidates: [buildCandidate(), other] })),
        json(200, confirmed),
      ],
      'POST /api/payment-reports/31/confirm/': json(200, confirmed),
    })
    expect((await screen.findByText(/^Otro pago de la venta/)).closest('details')?.open).toBe(false)
    // The member says the 18th: only the amount is equal.
    const compared = screen.getByText('Mismo monto').parentElement
    expect(compared?.textContent).toBe('Mismo monto · 1 día después')
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar con el pago 37' }))
    expect(await screen.findByText(/^Carla Neira/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    expect(screen.getByText('Estado: Confirmado').role).toBe('status')
    expect(JSON.parse(String(calls('/confirm/')[0]?.body))).toMatchObject({
      ...{ payment_key: '37', differs: false },
    })
    await waitFor(() => expect(calls('/staff/counts/')).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Rechazar…' })).toBeNull()
  })

  test('that a payment matches keeps the near ones folded; each says by how much it differs (§12.1895)', async () => {
    const near = buildCandidate({ key: '36', fit: 'near', amount_uf: '3.85', pesos: '150770' })
    show(DETAIL, {
      'GET /api/payment-reports/31/': json(
        200,
        buildStaffReport({ candidates: [buildCandidate(), near] }),
      ),
    })
    const folded = (await screen.findByText('Otro pago de la venta')).closest('details')
    expect(folded?.open).toBe(false)
    expect(plain(folded as HTMLElement)).toContain('UF 3,50 menos')
    const matching = screen.getByText('Mismo monto').closest('li')
    expect(matching?.textContent).not.toMatch(/menos|más/)
  })

  test('without one that matches shows the near ones, which say by how much they differ (§12.1895)', async () => {
    const near = buildCandidate({ key: '36', fit: 'near', amount_uf: '8.35', pesos: '326680' })
    show(DETAIL, {
      'GET /api/payment-reports/31/': json(200, buildStaffReport({ candidates: [near] })),
    })
    const button = await screen.findByRole('button', { name: 'Usar este pago…, el pago 36' })
    expect(button.dataset.variant).toBe('default')
    expect(button.closest('details')).toBeNull()
    expect(plain(button.closest('li') as HTMLElement)).toContain('UF 1,00 más')
  })

  test('is confirmed with several payments that accounting made of it; the foot says what is lacking (§12.2434)', async () => {
    const part = (key: string, amount_uf: string, pesos: string) =>
      buildCandidate({ ...{ key, amount_uf, pesos }, fit: 'near' })
    const candidates = [part('36', '3.85', '150626'), part('38', '3.5', '136931')]
    const { calls } = show(DETAIL, {
      'GET /api/payment-reports/31/': json(
        200,
        buildStaffReport({ candidates: [...candidates, part('39', '1', '39124')] }),
      ),
      'POST /api/payment-reports/31/confirm/': json(200, buildStaffReport()),
    })
    const sum = async (key: string) =>
      userEvent.click(await screen.findByRole('checkbox', { name: `Sumar el pago ${key}` }))
    const foot = await screen.findByRole('region', { name: 'Decisión' })
    const told = () => plain(within(foot).getByRole('status'))
    expect(told()).toBe('')
    await sum('36')
    expect(told()).toBe('Suman UF 3,85: faltan UF 3,50')
    expect(screen.queryByRole('button', { name: /^Confirmar con/ })).toBeNull()
    await sum('39')
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar con 2 pagos' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirmar con 2 pagos distintos' })
    expect(plain(dialog)).toContain('estos 2 pagos suman UF 4,85. ¿Son ese pago?')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
    await sum('39')
    await sum('38')
    expect(told()).toBe('Suman UF 7,35: lo informado')
    await userEvent.click(screen.getByRole('button', { name: 'Confirmar con 2 pagos' }))
    await waitFor(() => expect(calls('/confirm/')).toHaveLength(1))
    expect(JSON.parse(String(calls('/confirm/')[0]?.body))).toMatchObject({
      ...{ payment_key: '36', further_keys: ['38'], differs: false },
    })
  })

  test('is confirmed with a payment that differs only after a question which names both, and the button says so (§12.2030, §12.2303)', async () => {
    const old = buildCandidate({
      ...{ key: '12', fit: 'other', deposited_on: '2026-01-05', amount_uf: '3.85', pesos: null },
    })
    const { calls } = show(DETAIL, {
      'GET /api/payment-reports/31/': json(200, buildStaffReport({ candidates: [old] })),
      'POST /api/payment-reports/31/confirm/': json(200, buildStaffReport()),
    })
    const button = await screen.findByRole('button', { name: 'Usar este pago…, el pago 12' })
    expect(plain(button.closest('li') as HTMLElement)).toContain('UF 3,50 menos · 10 meses antes')
    await userEvent.click(button)
    const dialog = await screen.findByRole('dialog', { name: 'Confirmar con un pago distinto' })
    for (const named of ['$ 287.557 (UF 7,35)', '18-11-2026', 'UF 3,85', '05-01-2026']) {
      expect(plain(dialog)).toContain(named)
    }
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
    expect(calls('/confirm/')).toEqual([])
    await userEvent.click(button)
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirmar' }),
    )
    await waitFor(() => expect(calls('/confirm/')).toHaveLength(1))
    expect(JSON.parse(String(calls('/confirm/')[0]?.body))).toMatchObject({
      ...{ payment_key: '12', differs: true },
    })
  })

  test('shows its receipt within the page, and beside it both currencies of each amount (§12.1880, §12.1881, §12.2433)', async () => {
    URL.createObjectURL = () => 'blob:receipt'
    const page = new Response(new Blob(['picture'], { type: 'image/png' }), {
      headers: { 'x-page-count': '2', 'content-type': 'image/png' },
    })
    show(DETAIL, { 'GET /api/payment-reports/31/receipt/pages/1/': page })
    const picture = await screen.findByRole('img', { name: 'Página 1 de 2: transferencia.pdf' })
    expect((picture as HTMLImageElement).src).toBe('blob:receipt')
    await userEvent.click(
      screen.getByRole('button', { name: 'Ver el documento a pantalla completa' }),
    )
    const full = within(await screen.findByRole('dialog', { name: 'transferencia.pdf' }))
    expect(await full.findByRole('img')).toBeTruthy()
    await userEvent.click(full.getByRole('button', { name: 'Cerrar' }))
    const reported = screen.getByText('Lo que informó').closest('section')
    expect(plain(reported as HTMLElement)).toContain('Monto$ 287.557En UF de ese díaUF 7,35')
    expect(screen.getByText('Mismo monto').closest('li')?.textContent).toContain(
      '≈\u00a0$\u00a0287.557 · UF\u00a07,35',
    )
  })

  test('is declined with a reason only', async () => {
    const declined = buildStaffReport({ state: 'declined', reason: 'No llegó', candidates: [] })
    const { calls } = show(DETAIL, {
      'GET /api/payment-reports/31/': [json(200, buildStaffReport()), json(200, declined)],
      'POST /api/payment-reports/31/decline/': json(200, declined),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Rechazar…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rechazar el pago informado' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
    expect(await screen.findByText(paymentReportMessages.reasonRequired.text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Motivo'))
    expect(calls('/decline/')).toEqual([])
    await userEvent.type(screen.getByLabelText('Motivo'), 'No llegó')
    await userEvent.click(dialog.getByRole('button', { name: 'Rechazar' }))
    expect(await screen.findByText('Resultado')).toBeTruthy()
    expect(screen.getByText('No llegó')).toBeTruthy()
  })

  test.each(['Confirmar con el pago 37', 'Rechazar…'])(
    'that a colleague closed before %s can only be loaded again (§12.2433)',
    async (name) => {
      const closed = buildStaffReport({ state: 'cancelled', candidates: [] })
      const near = buildCandidate({ key: '36', fit: 'near' })
      const refused = json(409, paymentReportMessages.impossible)
      show(DETAIL, {
        'GET /api/payment-reports/31/': [
          json(200, buildStaffReport({ candidates: [buildCandidate(), near] })),
          json(200, closed),
        ],
        'POST /api/payment-reports/31/confirm/': refused,
        'POST /api/payment-reports/31/decline/': refused,
      })
      const foot = within(await screen.findByRole('region', { name: 'Decisión' }))
      await userEvent.click(foot.getByRole('button', { name }))
      if (name === 'Rechazar…') {
        await userEvent.type(await screen.findByLabelText('Motivo'), 'No llegó')
        await userEvent.click(screen.getByRole('button', { name: 'Rechazar' }))
      }
      expect(await foot.findByText(paymentReportMessages.impossible.text)).toBeTruthy()
      const look = await foot.findByRole('button', { name: 'Ver cómo quedó' })
      expect(foot.getAllByRole('button')).toEqual([look])
      expect(screen.queryByText('Usar este pago…')).toBeNull()
      await userEvent.click(look)
      expect(await screen.findByText('El socio anuló este informe.')).toBeTruthy()
    },
  )

  test('without a similar payment says that it may come', async () => {
    show(DETAIL, {
      'GET /api/payment-reports/31/': json(200, buildStaffReport({ candidates: [] })),
    })
    expect(await screen.findByText(/^Todavía no hay un pago parecido/)).toBeTruthy()
  })

  test('cannot be decided by the person who reported it', async () => {
    storeUser(buildStaff({ id: 4, permissions: ['payments.match_payments'] }))
    show(DETAIL)
    expect(await screen.findByText(`${paymentReportMessages.ownReport.text}.`)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Confirmar/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Rechazar…' })).toBeNull()
  })

  test('nor can he undo its confirmation (§12.2090)', async () => {
    storeUser(buildStaff({ id: 4, permissions: ['payments.match_payments'] }))
    const confirmed = buildStaffReport({ state: 'confirmed', candidates: [] })
    show(DETAIL, { 'GET /api/payment-reports/31/': json(200, confirmed) })
    expect(await screen.findByText('Resultado')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'No es ese pago' })).toBeNull()
  })
})

test('from a report one goes on in the list that it was opened from, in which one that was declined keeps its place (§12.2217)', async () => {
  const declined = buildStaffReport({ state: 'declined', reason: 'No llegó', candidates: [] })
  const [first, second] = [buildReportRow({ id: 30 }), buildReportRow({ id: 32 })]
  const page = { current: 1, lastPage: 1, counts }
  const { where, calls } = show('/payment-reports/31?q=rosa', {
    'GET /api/payment-reports/': [
      json(200, { ...page, results: [first, buildReportRow(), second] }),
      json(200, { ...page, results: [first, second] }),
    ],
    'GET /api/payment-reports/31/': [json(200, buildStaffReport()), json(200, declined)],
    'POST /api/payment-reports/31/decline/': json(200, declined),
    'GET /api/payment-reports/32/': json(200, buildStaffReport({ id: 32 })),
  })
  const way = within(await screen.findByRole('navigation', { name: 'En la lista' }))
  const to = async (name: string) => (await way.findByRole('link', { name })).getAttribute('href')
  expect(await to('Anterior')).toBe('/payment-reports/30?q=rosa')
  await userEvent.click(await screen.findByRole('button', { name: 'Rechazar…' }))
  await userEvent.type(await screen.findByLabelText('Motivo'), 'No llegó')
  await userEvent.click(screen.getByRole('button', { name: 'Rechazar' }))
  expect(await screen.findByText('Resultado')).toBeTruthy()
  expect(await to('Anterior')).toBe('/payment-reports/30?q=rosa')
  expect(calls('/api/payment-reports/?')).toHaveLength(1)
  await userEvent.click(way.getByRole('link', { name: 'Siguiente' }))
  expect(where()).toBe('/payment-reports/32?q=rosa')
  expect(await screen.findByText(/^Pago informado Nº 32/)).toBeTruthy()
  expect(way.queryByRole('link', { name: 'Siguiente' })).toBeNull()
  expect(await to('Anterior')).toBe('/payment-reports/31?q=rosa')
})

test('a payment that matches is confirmed and the next report opened, which alone says what was done; the last one is only confirmed (§12.2254, §12.2291, §12.2492)', async () => {
  const confirmed = buildStaffReport({ state: 'confirmed', candidates: [] })
  const next = buildStaffReport({ id: 32, amount: '391235' })
  const rows = [buildReportRow({ id: 30 }), buildReportRow(), buildReportRow({ id: 32 })]
  const { where, calls } = show(`${DETAIL}?q=rosa`, {
    'GET /api/payment-reports/': json(200, { current: 1, lastPage: 1, counts, results: rows }),
    'GET /api/payment-reports/31/': [json(200, buildStaffReport()), json(200, confirmed)],
    'POST /api/payment-reports/31/confirm/': json(200, confirmed),
    'GET /api/payment-reports/32/': json(200, next),
    'GET /api/payment-reports/30/': json(200, buildStaffReport({ id: 30 })),
  })
  const marked = await screen.findByText('Se confirma con este')
  expect(marked.closest('li')?.textContent).toContain('Pago 37')
  const leading = screen.getByText('Confirmar con el pago 37 y abrir el siguiente')
  expect(leading.closest('button')?.dataset.variant).toBe('filled')
  await userEvent.click(leading)
  await waitFor(() => expect(where()).toBe('/payment-reports/32?q=rosa'))
  expect(calls('/confirm/')).toHaveLength(1)
  const done = await screen.findByText(/^Confirmaste/)
  expect(plain(done)).toContain('Confirmaste $ 287.557 de Rosa Muñoz Sepúlveda.')
  expect(screen.getByRole('link', { name: /Nº.31$/ }).getAttribute('href')).toBe(
    '/payment-reports/31?q=rosa',
  )
  expect(await screen.findByText('Confirmar con el pago 37')).toBeTruthy()
  expect(screen.queryByText(/y abrir el siguiente$/)).toBeNull()

  await userEvent.click(screen.getByRole('link', { name: 'Anterior' }))
  expect(await screen.findByText('Resultado')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Anterior' }))
  expect(await screen.findByText(/^Pago informado Nº 30/)).toBeTruthy()
  expect(screen.queryByText(/^Confirmaste/)).toBeNull()
})

test('a receipt that cannot be read is answered with a sentence that asks for another one (§12.2255)', async () => {
  const declined = buildStaffReport({
    ...{ state: 'declined', reason: anotherReceiptReason, candidates: [] },
  })
  const { calls } = show(DETAIL, {
    'GET /api/payment-reports/31/': [json(200, buildStaffReport()), json(200, declined)],
    'POST /api/payment-reports/31/decline/': json(200, declined),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Pedir otro comprobante' }))
  const dialog = await screen.findByRole('dialog', { name: 'Pedir otro comprobante' })
  expect(dialog.textContent).toContain(anotherReceiptReason)
  expect(calls('/decline/')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Pedir otro comprobante' }))
  expect(await screen.findByText('Resultado')).toBeTruthy()
  expect(JSON.parse(String(calls('/decline/')[0]?.body)).reason).toBe(anotherReceiptReason)
})

test('of a report the name leads to the member’s file, for who may open it, and the sale to all that was reported of it (§12.2215)', async () => {
  const { unmount } = show(DETAIL)
  const sale = await screen.findByRole('link', { name: 'V-1001, sus pagos informados' })
  expect(sale.getAttribute('href')).toBe('/payment-reports?q=V-1001')
  expect(screen.queryByRole('link', { name: 'Rosa Muñoz Sepúlveda' })).toBeNull()
  unmount()
  storeUser(buildStaff({ permissions: ['payments.match_payments', 'users.manage_users'] }))
  show(DETAIL)
  const name = await screen.findByRole('link', { name: 'Rosa Muñoz Sepúlveda' })
  expect(name.getAttribute('href')).toBe('/users/4')
})

test('a report of a former holder of the sale says so (§12.1013)', async () => {
  const report = buildStaffReport({ is_former_holder: true })
  show(DETAIL, { 'GET /api/payment-reports/31/': json(200, report) })
  expect(await screen.findByText(/^Ya no es titular de esta venta/)).toBeTruthy()
})

test('a confirmation is undone with a reason (§12.2090)', async () => {
  const confirmed = buildStaffReport({ state: 'confirmed', candidates: [] })
  const { calls } = show(DETAIL, {
    'GET /api/payment-reports/31/': [json(200, confirmed), json(200, buildStaffReport())],
    'POST /api/payment-reports/31/unmatch/': json(200, buildStaffReport()),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'No es ese pago' }))
  const dialog = await screen.findByRole('dialog', { name: 'No es ese pago' })
  await userEvent.type(within(dialog).getByLabelText('Motivo'), 'Era de otro mes')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Deshacer la confirmación' }))
  expect(await screen.findByRole('button', { name: 'Confirmar con el pago 37' })).toBeTruthy()
  expect(calls('/unmatch/')[0]?.body).toContain('"reason":"Era de otro mes"')
})

test('of one confirmed with several payments the dialog that undoes it says that all are free again (§12.2481)', async () => {
  const [payment, ...further_payments] = ['36', '38'].map((key) => buildCandidate({ key }))
  const parts = { candidates: [], payment: payment ?? null, further_payments }
  const report = buildStaffReport({ state: 'confirmed', ...parts })
  show(DETAIL, { 'GET /api/payment-reports/31/': json(200, report) })
  await userEvent.click(await screen.findByRole('button', { name: 'No es ese pago' }))
  const dialog = await screen.findByRole('dialog', { name: 'No es ese pago' })
  expect(plain(dialog)).toContain('Los pagos de contabilidad quedan libres, y este informe vuelve')
})

test('no more payments are ticked than one can be confirmed with (§12.2481)', async () => {
  const candidates = Array.from({ length: 11 }, (_, index) =>
    buildCandidate({ key: String(index), amount_uf: '1', pesos: '39124', fit: 'near' }),
  )
  show(DETAIL, { 'GET /api/payment-reports/31/': json(200, buildStaffReport({ candidates })) })
  const boxes = await screen.findAllByRole('checkbox')
  for (const box of boxes.slice(0, 10)) await userEvent.click(box)
  expect(screen.getByRole('button', { name: 'Confirmar con 10 pagos' })).toBeTruthy()
  expect(boxes.filter((box) => (box as HTMLInputElement).disabled)).toEqual(boxes.slice(10))
})

test('confirmed reports whose payment accounting withdrew are counted and shown alone (§12.2527)', async () => {
  const results = [buildReportRow({ state: 'confirmed', is_payment_gone: true })]
  const page = { results, current: 1, lastPage: 1, counts }
  const { calls } = show('/payment-reports', {
    'GET /api/payment-reports/': json(200, { ...page, gone: 2 }),
  })
  await userEvent.click(await screen.findByRole('button', { name: /^El pago ya no está/ }))
  await waitFor(() => expect(calls('gone=1')).toHaveLength(1))
  const pressed = () => screen.getAllByRole('button', { pressed: true })
  expect(pressed().map(({ textContent }) => textContent)).toEqual(['El pago ya no está2'])
  await userEvent.click(screen.getByRole('button', { name: /^Confirmado/ }))
  await waitFor(() => expect(pressed()[0]?.textContent).toBe('Confirmado8'))
  expect(pressed()).toHaveLength(1)
})

test('a confirmed report whose payment accounting withdrew is amber in the list (§12.2401)', async () => {
  const results = [buildReportRow({ state: 'confirmed', is_payment_gone: true })]
  const listed = { results, current: 1, lastPage: 1, counts }
  show('/payment-reports?state=all', { 'GET /api/payment-reports/': json(200, listed) })
  expect((await screen.findByText('Confirmado · el pago ya no está')).dataset.tone).toBe('amber')
})

test('a confirmed report whose payment accounting withdrew says so, in amber, beside whom to call (§12.2401, §12.2436)', async () => {
  const phone = '+56 9 5555 0142'
  const report = buildStaffReport({ state: 'confirmed', payment: null, candidates: [], phone })
  show(DETAIL, { 'GET /api/payment-reports/31/': json(200, report) })
  expect(await screen.findByRole('link', { name: phone })).toBeTruthy()
  expect(await screen.findByText(/^La contabilidad ya no informa el pago/)).toBeTruthy()
  expect(screen.getByText('Confirmado · el pago ya no está').dataset.tone).toBe('amber')
  expect(screen.queryByText('Confirmado')).toBeNull()
})

test.each(['/payment-reports/99', '/payment-reports/x'])(
  '%s is no report, and leads back',
  async (path) => {
    show(path)
    expect(await screen.findByText('No encontramos este pago informado.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Volver a los pagos informados' })).toBeTruthy()
  },
)
