import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeUser } from '../../session/stored-user.ts'
import { buildRequestRow, buildStaffRequest } from '../../testing/build-staff-request.ts'
import { buildStaff } from '../../testing/build-user.ts'
import { json } from '../../testing/fake-server.ts'
import { card, detail, prepareRequestPage } from '../../testing/request-page.tsx'

beforeEach(prepareRequestPage)

const sale = {
  property: { type: 'Casa', lot: '24' },
  condominium: 'Las Dunas',
  completed_on: '',
  withdrawn_at: null,
  phone: '+56 9 8123 4567',
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
    const facts = await card('Venta')
    expect(facts.getByText('Casa 24 · Las Dunas')).toBeTruthy()
    const deed = facts.getByText('Escritura').nextElementSibling
    expect(deed?.textContent).toBe('2 de 9 pasos; el último, Firma Socio, el 03-06-2026')
    const others = await card('Otras solicitudes del socio')
    const link = others.getByRole('link', { name: /^Nº 9/ })
    expect(link.getAttribute('href')).toBe('/requests/9?state=sent')
    expect(others.getByText('Resuelto')).toBeTruthy()
  })

  test('the assignee stands first, and only three other requests are open (§12.1208)', async () => {
    open({ requests: [9, 8, 7, 6, 5].map((id) => buildRequestRow({ id, state: 'resolved' })) })
    const others = await card('Otras solicitudes del socio')
    const folded = (await others.findByText('Ver 2 más')).closest('details')
    expect(folded?.open).toBe(false)
    expect(within(folded as HTMLElement).getAllByRole('link', { hidden: true })).toHaveLength(2)
    const aside = screen.getAllByRole('region').map(({ ariaLabel, textContent }) => {
      return ariaLabel ?? textContent ?? ''
    })
    const place = (title: string) => aside.findIndex((text) => text.startsWith(title))
    expect(place('Encargado')).toBeLessThan(place('Socio'))
  })

  test('a phone that accounting does not say is left out, and so is a sale without permission (§12.424)', async () => {
    open({ requests: [] })
    expect(await screen.findByText('No tiene otras.')).toBeTruthy()
    expect(screen.queryByText('Teléfono')).toBeNull()
    expect((await card('Venta')).queryByText('Escritura')).toBeNull()
  })

  test('the member’s file is linked for those who manage accounts (§12.424)', async () => {
    storeUser(
      buildStaff({ id: 6, permissions: ['requests.answer_requests', 'users.manage_users'] }),
    )
    open({ requests: [], sale: { ...sale, phone: '', deed: null } })
    const link = await screen.findByRole('link', { name: 'Ver su ficha' })
    expect(link.getAttribute('href')).toBe('/users/1')
    expect(await screen.findByText('Sin comenzar')).toBeTruthy()
  })
})
