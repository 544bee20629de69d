import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { deferredPart } from './deferred-part.tsx'
import { ErrorBoundary } from './feedback/error-boundary.tsx'

const Part = ({ name }: { name: string }) => <p>Hola, {name}</p>

test('a part is shown when its code is loaded, and loaded once', async () => {
  const load = vi.fn(async () => Part)
  const Deferred = deferredPart(load, <p>Cargando…</p>)
  const { unmount } = render(<Deferred name="Rosa" />)
  expect(screen.getByText('Cargando…')).toBeTruthy()
  expect(await screen.findByText('Hola, Rosa')).toBeTruthy()
  unmount()
  render(<Deferred name="Pía" />)
  expect(screen.getByText('Hola, Pía')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
})

test('one that failed to load is requested again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi
    .fn(async () => Part)
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const Deferred = deferredPart(load, <p>Cargando…</p>)
  render(
    <ErrorBoundary
      fallback={(retry) => (
        <button type="button" onClick={retry}>
          Reintentar
        </button>
      )}
    >
      <Deferred name="Rosa" />
    </ErrorBoundary>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Hola, Rosa')).toBeTruthy()
})
