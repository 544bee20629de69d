import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeUser } from '../../session/stored-user.ts'
import { buildRequestRow, buildStaffRequest } from '../../testing/build-staff-request.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { json } from '../../testing/fake-server.ts'
import { onScreen } from '../../testing/render-at.tsx'
import { card, detail, prepareRequestPage } from '../../testing/request-page.tsx'

beforeEach(prepareRequestPage)

const sale = {
  property: { type: 'Casa', lot: '24' },
  condominium: 'Las Dunas',
  completed_on: '',
  withdrawn_at: null,
  phone: '+56 9 8123 4567',
  due: null,
  deed: { done: 2, steps: 9, last_step: 'Firma Socio', last_on: '2026-06-03' },
}

function open(answer: object) {
  return detail(buildStaffRequest(), { 'GET /api/requests/12/member/': json(200, answer) })
}

describe('beside the request', () => {
  test('are the phone, the sale with its deed, and the other requests (§12.423)', async () => {
    open({ requests: [buildRequestRow({ id: 9, state: 'resolved' })], sale })
    const phone = await screen.findByRole('link', { name: '+56 9 8123 4567' })
    expect(phone.getAttribute('href')).toBe('tel:+56981234567')
    expect((await card('Socio')).getByText('Casa 24 · Las Dunas')).toBeTruthy()
    const facts = await card('Venta')
    const deed = facts.getByText('Escritura').nextElementSibling
    expect(deed?.textContent).toBe('2 de 9 pasos; el último, Firma Socio, el 03-06-2026')
    const others = await card('Otras solicitudes del socio')
    const link = others.getByRole('link', { name: /^Nº 9/ })
    expect(link.getAttribute('href')).toBe('/requests/9?state=sent')
    expect(others.getByText('Resuelto')).toBeTruthy()
  })

  test('the email breaks before its @ where the column is narrower (§12.2084)', async () => {
    open({ requests: [], sale })
    const { email } = buildStaffRequest().member
    const link = await (await card('Socio')).findByRole('link', { name: email })
    expect(link.innerHTML).toBe(email.replace('@', '<wbr>@'))
  })

  test('the assignee stands first, and only three other requests are open (§12.1208)', async () => {
    open({ requests: [9, 8, 7, 6, 5].map((id) => buildRequestRow({ id, state: 'resolved' })) })
    const others = await card('Otras solicitudes del socio')
    const folded = (await others.findByText('Ver 2 más')).closest('details')
    expect(folded?.open).toBe(false)
    expect(within(folded as HTMLElement).getAllByRole('link', { hidden: true })).toHaveLength(2)
    const assignee = screen.getByRole('region', { name: 'Encargado' })
    const member = screen.getByRole('region', { name: 'Socio' })
    expect(assignee.compareDocumentPosition(member)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('Mario reads what Rosa owes and pays next, without opening her file (§12.1350)', async () => {
    const overdue = { count: 2, amount: '7.35', due_on: '2026-10-05' }
    const next = { count: 1, amount: '3.675', due_on: '2026-12-05' }
    open({ requests: [], sale: { ...sale, due: { kind: 'due', overdue, next, awaited: [] } } })
    const said = async (label: string) =>
      (await (await card('Socio')).findByText(label)).nextElementSibling?.textContent
    expect(await said('Atrasado')).toBe('UF\u00a07,35 2 cuotas, desde el 05-10-2026')
    expect(await said('Próxima cuota')).toBe('UF\u00a03,68 vence el 05-12-2026')
  })

  test('what was paid online or reported, and waits for accounting, stands below what is overdue (§12.1830)', async () => {
    const next = { count: 1, amount: '3.675', due_on: '2026-12-05' }
    const awaited = [
      { source: 'online', paid_on: '2026-11-20' },
      { source: 'reported', paid_on: '2026-11-18' },
    ]
    open({ requests: [], sale: { ...sale, due: { kind: 'due', overdue: null, next, awaited } } })
    const late = await (await card('Socio')).findByText('Atrasado')
    expect(late.nextElementSibling?.textContent).toBe(
      'NadaPagó en línea el 20-11-2026, por registrarInformó un pago del 18-11-2026, por revisar',
    )
  })

  test.each([
    [{ kind: 'paid_up', overdue: null, next: null, awaited: [] }, 'Nada: está pagada'],
    [{ kind: 'due', overdue: null, next: null, awaited: [] }, 'No queda otra'],
  ])('a sale of which nothing comes says so: %j (§12.1350)', async (due, text) => {
    open({ requests: [], sale: { ...sale, due } })
    expect(await (await card('Socio')).findByText(text)).toBeTruthy()
  })

  test('a phone that accounting does not say is left out, and so is a sale without permission (§12.424)', async () => {
    open({ requests: [] })
    expect(await screen.findByText('No tiene otras.')).toBeTruthy()
    expect(screen.queryByText('Teléfono')).toBeNull()
    expect((await card('Venta')).queryByText('Escritura')).toBeNull()
  })

  test('the member’s name leads to the file for those who manage accounts (§12.424, §12.2305)', async () => {
    storeUser(
      buildStaff({ id: 6, permissions: ['requests.answer_requests', 'users.manage_users'] }),
    )
    open({ requests: [], sale: { ...sale, phone: '', deed: null } })
    const link = (await card('Socio')).getByRole('link', { name: 'Rosa Muñoz Sepúlveda' })
    expect(link.getAttribute('href')).toBe('/users/1')
    expect(await screen.findByText('Sin comenzar')).toBeTruthy()
  })
})

test('on Mario’s phone the assignee and the first steps come first, then what is asked, the answer, and who asks, folded (§12.1742)', async () => {
  onScreen('1023.98px')
  const overdue = { count: 2, amount: '7.35', due_on: '2026-10-05' }
  const awaited = [{ source: 'online', paid_on: '2026-11-20' }]
  const due = { kind: 'due', overdue, next: null, awaited }
  open({ requests: [buildRequestRow({ id: 9 })], sale: { ...sale, due } })
  const brief = '+56 9 8123 4567 · Atrasado: UF 7,35 · 1 pago por registrar'
  const member = (await screen.findByText(brief)).closest('details') as HTMLDetailsElement
  expect(member.open).toBe(false)
  expect(within(member).getByText('V-1001')).toBeTruthy()
  const parts = ['Encargado', 'Lo que pide', 'Responder', 'Socio', 'Historia']
  await card('Otras solicitudes del socio')
  const regions = screen.getAllByRole('region')
  const names = regions.map((each) => each.ariaLabel ?? each.querySelector('h2')?.textContent)
  expect(names).toEqual([...parts, 'Otras solicitudes del socio'])
  const take = screen.getByRole('button', { name: 'Asignarme la solicitud' })
  const asked = screen.getByRole('region', { name: 'Lo que pide' })
  expect(take.compareDocumentPosition(asked)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('on Mario’s phone the answer’s field is three lines high, and grows with its text (§12.1743)', async () => {
  onScreen('639.98px')
  open({ requests: [], sale })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Respuesta' })
  expect(field.rows).toBe(3)
})
