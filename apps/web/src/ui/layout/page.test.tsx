import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Page } from './page.tsx'

const page = (
  <Page title="Trámites" actions={<button type="button">Añadir</button>}>
    <p>Filas</p>
  </Page>
)

test('a page has its title, its actions and its content', () => {
  render(page)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Trámites')
  expect(screen.getByRole('button', { name: 'Añadir' }).matches(':disabled')).toBe(false)
  expect(screen.getByText('Filas')).toBeTruthy()
})

test('prerendered, its buttons are disabled', () => {
  const prerendered = document.createElement('div')
  prerendered.innerHTML = renderToString(page)
  expect(prerendered.querySelector('button')?.matches(':disabled')).toBe(true)
})
