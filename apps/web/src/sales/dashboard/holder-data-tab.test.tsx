import { buildHolder, buildSale, day, pesos } from '@carpeta/domain/testing/build-sale'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '../../testing/render-at.tsx'
import { HolderDataTab } from './holder-data-tab.tsx'

const today = day('2026-11-20')

test('the holder has fourteen fields, with money without decimals (§1.7, §2.54, §2.56, §2.57)', () => {
  const holder = buildHolder({ rut: '12345678-5', income: pesos('1250000'), rentalIncome: null })
  renderAt('/', <HolderDataTab sale={buildSale({ holder, coHolder: null })} today={today} />)
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Nombre',
    'Rut',
    'Ciudad',
    'Comuna',
    'Dirección',
    'Profesión',
    'Estado Civil',
    'Empleador',
    'Fono',
    'Email',
    'Renta',
    'Renta Honorarios',
    'Renta Arriendo',
    'Renta Promedio',
  ])
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(values[1]).toBe('12.345.678-5')
  expect(values[10]).toBe('$\u00a01.250.000')
  expect(values[12]).toBe('-')
  expect(screen.queryByText('2. CO-TITULAR')).toBeNull()
  expect(screen.getByText(/^Esta información es confidencial/)).toBeTruthy()
})

test('a co-holder has a section (§2.55)', () => {
  const coHolder = buildHolder({ fullName: 'Jorge Pino' })
  renderAt('/', <HolderDataTab sale={buildSale({ coHolder })} today={today} />)
  expect(screen.getByText('2. CO-TITULAR')).toBeTruthy()
  expect(screen.getByText('Jorge Pino')).toBeTruthy()
})
