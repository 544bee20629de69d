import {
  SUSPENDED_BY_ACCOUNTING,
  saleAccessMessages,
} from '@carpeta/domain/sales/sale-access-rules'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { environment } from '../../environment/environment.ts'
import { connectSession } from '../../session/connect-session.ts'
import { buildWireSale } from '../../testing/build-wire-sale.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import type { SaleWithReaders } from './calls.ts'
import { SalesWithReaders } from './sales-with-readers.tsx'

const sale: SaleWithReaders = {
  code: 'V-1001',
  project: 'Altos del Biobío',
  property: { type: 'Casa', lot: '24' },
  co_holder: 'Luis Parra',
  representative: '',
  kinds: ['co_holder'],
  accesses: [],
}

const access: SaleWithReaders['accesses'][number] = {
  id: 7,
  kind: 'co_holder',
  name: 'Luis Parra',
  social_security: '13456789-9',
  given_at: '2026-11-20T12:00:00Z',
  given_by: 'holder',
  last_day: '2026-12-31',
  state: 'valid',
  entry: 'no_account',
}

beforeEach(connectSession)

const open = (...sales: SaleWithReaders[]) => openWith({}, ...sales)

function openWith(answers: Parameters<typeof fakeServer>[0], ...sales: SaleWithReaders[]) {
  fakeServer(answers)
  const give = vi.fn(async () => {})
  const revoke = vi.fn(async () => {})
  const onChanged = vi.fn(async () => {})
  renderAt(
    '/',
    <SalesWithReaders sales={sales} give={give} revoke={revoke} onChanged={onChanged} />,
  )
  return { give, revoke, onChanged }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('Rosa gives Luis access, after reading what he will see, and how he enters without an account (§12.440, §12.1843, §12.2381)', async () => {
  const { give, onChanged } = open(sale)
  expect(screen.getByText('Solo la ves tú.')).toBeTruthy()
  await press('Dar acceso a la compra Altos del Biobío · Casa 24')
  expect(await screen.findByRole('dialog', { name: 'Dar acceso a Luis Parra' })).toBeTruthy()
  expect(
    screen.getByText(
      'Luis Parra, co-titular según la contabilidad, podrá ver Altos del Biobío · Casa 24.',
    ),
  ).toBeTruthy()
  const lastDay = screen.getByLabelText('Último día (opcional)')
  expect(screen.getByText(/^Verá las cuotas/).compareDocumentPosition(lastDay)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  expect(screen.getByText(/No verá tu dirección/)).toBeTruthy()
  expect(screen.getByText(/^Si ya activó su cuenta, le avisamos por correo/)).toBeTruthy()
  expect(
    screen.getByText(/^Si no tiene cuenta, avisamos a la cooperativa.*invitación/),
  ).toBeTruthy()
  expect(screen.queryByLabelText('Rut del representante')).toBeNull()
  await press('Dar acceso')
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
  expect(give).toHaveBeenCalledExactlyOnceWith({
    sale_code: 'V-1001',
    kind: 'co_holder',
    social_security: '',
    last_day: '',
  })
  expect(
    await screen.findByText(/Diste acceso a la compra Altos del Biobío · Casa 24\./),
  ).toBeTruthy()
})

test('she takes it back after a question (§12.445)', async () => {
  const { revoke } = open({ ...sale, accesses: [access] })
  expect(document.body.textContent).toMatch(
    /Espera desde el 20-11-2026.* · vale hasta el 31-12-2026/,
  )
  expect(screen.queryByRole('button', { name: /^Dar acceso/ })).toBeNull()
  await press('Quitar el acceso de Luis Parra')
  await userEvent.click(await screen.findByRole('button', { name: 'Quitar acceso' }))
  await waitFor(() => expect(revoke).toHaveBeenCalledExactlyOnceWith(7))
  expect(await screen.findByText('Luis Parra ya no ve Altos del Biobío · Casa 24.')).toBeTruthy()
})

test('an access that waits says since when, and what may be done meanwhile; after a week a button reminds the cooperative (§12.2199, §12.2332)', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T15:00:00Z'), toFake: ['Date'] })
  open({ ...sale, accesses: [access] })
  const { contact_email: email } = await environment()
  const text = () => document.body.textContent
  expect(text()).toContain('Espera desde el 20-11-2026, hace 10 días · vale hasta el 31-12-2026')
  const reminder = new URL(
    (await screen.findByRole<HTMLAnchorElement>('link', { name: 'Recordar a la cooperativa' }))
      .href,
  )
  expect(reminder.pathname).toBe(email)
  expect(Object.fromEntries(reminder.searchParams)).toEqual({
    subject: 'Acceso a mi compra V-1001',
    body: 'Hola: el 20-11-2026, hace 10 días, di acceso a mi compra V-1001 a Luis Parra, rut 13.456.789-9, y todavía no puede entrar.',
  })
  const explanation = screen.getByText(/^Aún no puede entrar. La cooperativa lo sabe/)
  expect(explanation.closest('details')?.open).toBe(false)
  expect(text()).toMatch(/Si es urgente, escríbenos a .* e indica su rut\./)
  expect(text()).not.toContain('correo no deseado')
  cleanup()
  open({
    ...sale,
    accesses: [{ ...access, entry: 'not_active', given_at: '2026-11-30T12:00:00Z' }],
  })
  expect(text()).toContain('Espera desde el 30-11-2026 · vale')
  expect(text()).toContain('Pídele que busque también en su correo no deseado.')
  expect(text()).toMatch(/o esperas hace más de una semana, escríbenos a .* e indica su rut\./)
  expect(screen.queryByRole('link', { name: 'Recordar a la cooperativa' })).toBeNull()
})

test('a company types the rut of its representative, and a day that is not over (§12.1845)', async () => {
  const { give } = open({ ...sale, co_holder: '', kinds: ['representative'] })
  await press('Dar acceso a la compra Altos del Biobío · Casa 24')
  await press('Dar acceso')
  expect(await screen.findByText(saleAccessMessages.representative.text)).toBeTruthy()
  const rut = screen.getByLabelText('Rut del representante')
  await userEvent.type(rut, '761920839')
  expect(await screen.findByText(saleAccessMessages.company.text)).toBeTruthy()
  await userEvent.clear(rut)
  await userEvent.type(rut, '142223333')
  await userEvent.type(screen.getByLabelText('Último día (opcional)'), '01-01-2020')
  await press('Dar acceso')
  expect(await screen.findByText(saleAccessMessages.past.text)).toBeTruthy()
  expect(give).not.toHaveBeenCalled()
})

test('an access that does not hold says why and until when, and can be given again (§12.445, §12.2015)', () => {
  open({ ...sale, accesses: [{ ...access, state: 'void', name: '' }] })
  expect(screen.getByText('Suspendido')).toBeTruthy()
  expect(screen.getByText(SUSPENDED_BY_ACCOUNTING)).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Dar acceso/ })).toBeTruthy()
})

test('an access that is over cannot be taken back, and the sale is read by nobody else; it is folded, while one that may hold again is not (§12.1834, §12.2117)', () => {
  open({ ...sale, accesses: [{ ...access, state: 'over', last_day: '2026-10-31' }] })
  expect(screen.getByText('Venció').closest('details')?.open).toBe(false)
  expect(screen.getByText('1 acceso terminado')).toBeTruthy()
  expect(screen.getByText('Solo la ves tú.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Quitar/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^Dar acceso/ })).toBeTruthy()
  cleanup()
  open({ ...sale, accesses: [{ ...access, state: 'void' }] })
  expect(screen.getByRole('button', { name: 'Quitar el acceso de Luis Parra' })).toBeTruthy()
  expect(screen.queryByText(/terminado/)).toBeNull()
})

test('who gives access reads that a co-holder may also pay and a representative may not (§12.2117)', async () => {
  open({ ...sale, kinds: ['co_holder', 'representative'] })
  await press('Dar acceso a la compra Altos del Biobío · Casa 24')
  expect(screen.getByText(/^Verá las cuotas/).textContent).toContain('también podrá pagar')
  await userEvent.selectOptions(screen.getByLabelText('A quién'), 'representative')
  expect(screen.getByText(/^Verá las cuotas/).textContent).toContain('no paga ni cambia datos')
})

test('without a co-holder nobody can be given access: Rosa asks in the portal to add one, or reads when it is answered; where nothing can be asked, whom to write to (§12.2015, §12.2416)', async () => {
  const alone = { ...sale, co_holder: '', kinds: [] }
  const show = (change: Parameters<typeof buildWireSale>[0]) => {
    cleanup()
    const own = buildWireSale({ code: 'V-1001', ...change })
    openWith({ 'GET /api/sales-data/': json(200, [own]) }, alone)
  }
  show({ consulta: 31 })
  const ask = await screen.findByRole('link', { name: 'Pedir que la agreguen' })
  expect(ask.getAttribute('href')).toBe(
    '/dashboard?venta=V-1001&tab=solicitar-tramites&tramite=31&sobre=co_holder',
  )
  const requerimientos = buildWireSale().requerimientos.map((request) => ({
    ...request,
    sobre: 'co_holder',
  }))
  show({ consulta: 31, requerimientos })
  expect((await screen.findByRole('status')).textContent).toMatch(
    /^Pediste que agreguen a tu co-titular: solicitud Nº\s12\./,
  )
  show({})
  expect(await screen.findByText(/^Si compraron juntos, escribe a/)).toBeTruthy()
  const statement = screen.getByRole('link', { name: 'estado de cuenta' })
  expect(statement.getAttribute('href')).toBe('/dashboard?venta=V-1001&tab=estado-de-cuenta')
  expect(screen.queryByRole('button')).toBeNull()
})

test('two purchases with the same home are told apart by their codes (§12.2071)', () => {
  open(
    { ...sale, accesses: [access] },
    { ...sale, code: 'V-2001', kinds: [] },
    { ...sale, code: 'V-3', project: 'Otro' },
  )
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Altos del Biobío · Casa 24 · V-1001',
    'Altos del Biobío · Casa 24 · V-2001',
    'Otro · Casa 24',
  ])
  expect(document.body.textContent).toMatch(
    /Espera desde el 20-11-2026.* · vale hasta el 31-12-2026/,
  )
})

test('a rut without a name is told as the one that was typed (§12.2015)', () => {
  const typed = {
    ...access,
    kind: 'representative',
    name: '',
    entry: null,
    social_security: '14222333-3',
  } as const
  open({ ...sale, accesses: [typed] })
  expect(screen.getByText('Representante legal')).toBeTruthy()
  expect(screen.getByText('Rut 14.222.333-3 · es el que ingresaste')).toBeTruthy()
  cleanup()
  open({ ...sale, accesses: [{ ...typed, given_by: 'cooperative' }] })
  expect(screen.queryByText(/el que ingresaste/)).toBeNull()
})

test('Rosa reads whether Luis can enter; of a representative’s rut, which was typed, she does not (§12.1313, §12.1938, security 5.70)', () => {
  const [WAITING, VALID, NEITHER] = [
    [false, true],
    [true, false],
    [false, false],
  ]
  const entered = (change: Partial<typeof access>, states: unknown = WAITING) => {
    open({ ...sale, accesses: [{ ...access, ...change }] })
    const told = screen.queryByText(/puede entrar|Entra con/)?.textContent
    expect([
      screen.queryByText('Vigente') !== null,
      screen.queryByText('Espera su cuenta') !== null,
    ]).toEqual(states)
    cleanup()
    return told
  }
  expect(entered({})).toMatch(/^Aún no puede entrar.*No hay un día fijo\. Si es urgente, /)
  expect(entered({ entry: 'not_active' })).toMatch(/le falta elegir su contraseña/)
  expect(entered({ entry: 'closed' }, VALID)).toBe(
    'Hoy no puede entrar con su cuenta: que escriba a la cooperativa.',
  )
  expect(entered({ entry: 'ready' }, VALID)).toBe('Ya puede entrar, con su propia cuenta.')
  expect(entered({ kind: 'representative', entry: null }, VALID)).toMatch(
    /^Entra con su propia cuenta; si no/,
  )
  expect(entered({ state: 'over', entry: null }, NEITHER)).toBeUndefined()
})
