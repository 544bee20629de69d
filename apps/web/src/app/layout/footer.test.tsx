import { defaultEnvironments } from '@carpeta/contract/default-environments'
import { legalNotice } from '@carpeta/domain/sales/legal-notice'
import { cleanup, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { buildStaff, buildUser } from '../../testing/build-user.ts'
import { fakeServer, json } from '../../testing/fake-server.ts'

const {
  contact_email: _,
  contact_phone: __,
  office_address: ___,
  ...bare
} = defaultEnvironments.localhost

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

/** The footer once the host table with this row is loaded. */
async function headingsWith(row: Record<string, unknown>) {
  fakeServer({ 'GET /environments.json': json(200, { localhost: row }) })
  const { environment } = await import('../../environment/environment.ts')
  const { Footer } = await import('./layout.tsx')
  await environment()
  render(<Footer />)
  return screen.getAllByRole('heading').map(({ textContent }) => textContent)
}

test('no heading stands above nothing: without contact data there is no ‘Contacto’ (§12.712)', async () => {
  expect(await headingsWith(bare)).toEqual(['Aviso legal', 'Horario de atención'])
})

test('the address of the cooperative adds no recipient (security 9.110)', async () => {
  await headingsWith({ ...bare, contact_email: 'contacto?bcc=otro@coop.example' })
  expect(screen.getByRole('link', { name: /contacto/ }).getAttribute('href')).toBe(
    'mailto:contacto%3Fbcc%3Dotro@coop.example',
  )
})

test('one line of contact data is enough for ‘Contacto’', async () => {
  const row = { ...bare, contact_email: '', contact_phone: '', office_address: 'Colón 123' }
  expect(await headingsWith(row)).toEqual(['Aviso legal', 'Contacto', 'Horario de atención'])
  expect(screen.getAllByText('Colón 123')).toHaveLength(1)
})

test('for staff the notice is one line that opens to the whole of it; for members it is open (§12.1356)', async () => {
  localStorage.setItem('user', JSON.stringify(buildStaff()))
  await headingsWith(bare)
  const notice = screen.getByText(legalNotice).closest('details')
  expect(notice?.open).toBe(false)
  expect(screen.getByText('Aviso legal, contacto y horario').tagName).toBe('SUMMARY')
  cleanup()
  vi.resetModules()
  localStorage.setItem('user', JSON.stringify(buildUser()))
  await headingsWith(bare)
  expect(screen.getByText(legalNotice).closest('details')).toBeNull()
})
