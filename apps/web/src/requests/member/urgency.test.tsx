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

test('in danger the emergency telephones come first; then the cooperative’s with its hours, where it is known (§12.2012, §12.2060)', async () => {
  const danger = 'Fuego, fuga de gas o heridos: llama ya132 Bomberos131 Ambulancia133 Carabineros'
  const lead = 'Si es una urgencia sin peligro (agua, electricidad), no esperes una respuesta aquí'
  expect(await urgencyWith('+56 41 000 0000')).toEqual([
    `${danger}${lead}: llama al +56 41 000 0000.Lunes a jueves 10:00 a 13:30 y 15:00 a 18:00 · Viernes 10:00 a 13:30. Fuera de ese horario no atendemos: corta la llave de paso o el automático, y llama cuando abramos.`,
    ...['tel:132', 'tel:131', 'tel:133', 'tel:+56410000000'],
  ])
  document.body.replaceChildren()
  vi.resetModules()
  expect(await urgencyWith('')).toEqual([danger, ...['tel:132', 'tel:131', 'tel:133']])
})
