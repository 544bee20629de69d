import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Page } from './page.tsx'

test('a page has its title, its actions and its content', () => {
  render(
    <Page title="Trámites" actions={<button type="button">Añadir</button>}>
      <p>Filas</p>
    </Page>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Trámites')
  expect(screen.getByRole('button', { name: 'Añadir' })).toBeTruthy()
  expect(screen.getByText('Filas')).toBeTruthy()
})
