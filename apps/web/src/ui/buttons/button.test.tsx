import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router'
import { expect, test, vi } from 'vitest'
import { renderAt } from '../../testing/render-at.tsx'
import { Button } from './button.tsx'

test('a busy button keeps its label and the focus, and cannot be pressed', async () => {
  const save = vi.fn()
  const { rerender } = render(<Button onClick={save}>Guardar</Button>)
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  rerender(
    <Button onClick={save} loading>
      Guardar
    </Button>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(save).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Guardar' }))
})

test('a busy form is not sent again', () => {
  const send = vi.fn()
  renderAt(
    '/',
    <form onSubmit={send}>
      <Button type="submit" loading>
        Enviar
      </Button>
    </form>,
  )
  // Enter in a field presses the button too.
  screen.getByRole('button', { name: 'Enviar' }).click()
  expect(send).not.toHaveBeenCalled()
})

test('a button sends no form unless it says so', async () => {
  const send = vi.fn((event: React.FormEvent) => event.preventDefault())
  renderAt(
    '/',
    <form onSubmit={send}>
      <Button>Añadir</Button>
      <Button type="submit">Enviar</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Añadir' }))
  expect(send).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
  expect(send).toHaveBeenCalledOnce()
})

test('a link that looks like a button is a link', () => {
  renderAt(
    '/',
    <Button component={Link} to="/profile">
      Mi perfil
    </Button>,
  )
  const link = screen.getByRole('link', { name: 'Mi perfil' })
  expect(link.getAttribute('href')).toBe('/profile')
  expect(link.hasAttribute('type')).toBe(false)
})
