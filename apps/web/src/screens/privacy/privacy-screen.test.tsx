import { personalDataRights } from '@carpeta/domain/personal-data-rights'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../testing/render-at.tsx'
import { Screen } from './privacy-screen.tsx'

test('what is kept, why, how long, who receives it, and what one may ask for', () => {
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
    personalDataRights.map(({ title }) => title),
  )
  expect(screen.getByText(/Versión del/)).toBeTruthy()
  expect(screen.getByText(/Respondemos en 30 días corridos/)).toBeTruthy()
})

test('for how long is told by the settings’ defaults', () => {
  renderAt('/privacy', <Screen />)
  expect(screen.getByText(/6 años desde su cierre/)).toBeTruthy()
  expect(screen.getByText(/nadie toca: 30 días/)).toBeTruthy()
})
