import { defaultEnvironments } from '@carpeta/contract/default-environments'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json } from '../../testing/fake-server.ts'

beforeEach(() => vi.resetModules())

async function urgencyWith(phone: string) {
  const row = { ...defaultEnvironments.localhost, contact_phone: phone }
  fakeServer({ 'GET /environments.json': json(200, { localhost: row }) })
  const { environment } = await import('../../environment/environment.ts')
  const { Urgency } = await import('./urgency.tsx')
  await environment()
  const { container } = render(<Urgency />)
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  return [container.textContent, ...links]
}

test('who has an urgency is told whom to call, and of the cooperative only what is known (§12.2012)', async () => {
  expect(await urgencyWith('+56 41 000 0000')).toEqual([
    'Si es una urgencia (agua, gas, electricidad), no esperes una respuesta aquí: llama al +56 41 000 0000, en horario de atención. Con fuego o fuga de gas, llama a Bomberos: 132.',
    'tel:+56410000000',
    'tel:132',
  ])
  document.body.replaceChildren()
  vi.resetModules()
  expect(await urgencyWith('')).toEqual([
    'Si es una urgencia (agua, gas, electricidad), no esperes una respuesta aquí. Con fuego o fuga de gas, llama a Bomberos: 132.',
    'tel:132',
  ])
})
