import { defaultEnvironments } from '@carpeta/contract/default-environments'
import { buildSale } from '@carpeta/domain/testing/build-sale'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json } from '../../testing/fake-server.ts'

beforeEach(() => vi.resetModules())

async function contactOf(contact: object, sale = buildSale({ advisor: 'Ana Rojas' })) {
  const row = { ...defaultEnvironments.localhost, ...contact }
  fakeServer({ 'GET /environments.json': json(200, { localhost: row }) })
  const { environment } = await import('../../environment/environment.ts')
  const { AdvisorContact } = await import('./advisor-contact.tsx')
  await environment()
  render(<AdvisorContact sale={sale} />)
  return screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
}

test('Rosa writes and calls from the card, with her advisor and her home in the subject (§12.1318)', async () => {
  const contact = { contact_email: 'hola?bcc=otro@coop.example', contact_phone: '+56 41 000 0000' }
  const [mail, phone] = await contactOf(contact)
  expect(mail).toMatch(/^mailto:hola%3Fbcc%3Dotro@coop\.example\?subject=/)
  expect(decodeURIComponent(mail?.split('subject=')[1] ?? '')).toMatch(/^Para Ana Rojas: .+ · Casa/)
  expect(phone).toBe('tel:+56410000000')
})

test('without contact data, or without an advisor, there is nothing (§12.1318)', async () => {
  expect(await contactOf({ contact_email: '', contact_phone: '' })).toEqual([])
  expect(await contactOf({}, buildSale({ advisor: '' }))).toEqual([])
})
