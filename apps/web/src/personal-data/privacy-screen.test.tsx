import { environmentDefaults } from '@carpeta/contract/default-environments'
import { dataSubjectRequests } from '@carpeta/domain/personal-data/data-subject-requests'
import { retentionDefaults } from '@carpeta/domain/personal-data/retention'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { environment } from '../environment/environment.ts'
import { renderAt } from '../testing/render-at.tsx'
import { Component as Screen } from './privacy-screen.tsx'

test('the notice says what data are stored, why, how long, who receives them, and the data-subject rights (security 11.8)', () => {
  renderAt('/privacy', <Screen />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Aviso de privacidad')
  expect(
    screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
  ).toEqual([
    'Qué datos guardamos',
    'De dónde vienen',
    'Para qué los usamos',
    'Quién los recibe',
    'Por cuánto tiempo',
    'Cómo los cuidamos',
    'Tus derechos',
  ])
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(
    dataSubjectRequests.map(({ title }) => title),
  )
  expect(screen.getByText(/Versión del/)).toBeTruthy()
  expect(screen.getByText(/Respondemos en 30 días corridos/)).toBeTruthy()
})

test('the retention is that of this portal, and the defaults until it is known (§10.75, §12.72)', async () => {
  const own = environmentDefaults('production')
  const table = {
    [window.location.hostname]: { ...own, retention: { ...retentionDefaults, draftDays: 7 } },
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(table))
  renderAt('/privacy', <Screen />)
  expect(screen.getByText(/6 años desde su cierre/)).toBeTruthy()
  expect(screen.getByText(/nadie toca: 30 días/)).toBeTruthy()
  await environment()
  expect(await screen.findByText(/nadie toca: 7 días/)).toBeTruthy()
})

test('the notice says exactly what the audit log keeps after an erasure', () => {
  renderAt('/privacy', <Screen />)
  const sentence = screen.getByText(/La bitácora no se borra/).textContent
  expect(sentence).toMatch(/cifrado con una clave tuya.*borramos esa clave/)
  expect(sentence).toMatch(/Quedan la fecha, qué se hizo, el número de tu cuenta/)
  expect(sentence).toMatch(/anotaciones anteriores a este cifrado conservan su texto/)
})
