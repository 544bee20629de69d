import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { isValidElement, type ReactElement, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { Mantine } from '../ui/mantine.tsx'

export function TestProviders({ children }: { children: ReactNode }) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return (
    <Mantine>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Mantine>
  )
}

/**
 * Renders a screen at an address; `where()` returns the current address.
 * @param screens one, or several by their path
 */
export function renderAt(
  path: string,
  screens: ReactElement | Record<string, ReactElement>,
  state?: unknown,
) {
  const [beforeHash = path, hash = ''] = path.split('#')
  const [pathname = path, search = ''] = beforeHash.split('?')
  const entry = { pathname, search: search && `?${search}`, hash: hash && `#${hash}`, state }
  const byPath = isValidElement(screens) ? { [pathname]: screens } : screens
  const router = createMemoryRouter(
    [
      ...Object.entries(byPath).map(([path, element]) => ({ path, element })),
      { path: '*', element: <p>Otra página</p> },
    ],
    { initialEntries: [entry] },
  )
  const { unmount } = render(
    <TestProviders>
      <RouterProvider router={router} />
    </TestProviders>,
  )
  return { where: () => router.state.location.pathname + router.state.location.search, unmount }
}

const { matchMedia } = window

/** On a screen for which the media queries that contain this match. */
export function onScreen(part: string) {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...matchMedia(query),
    matches: query.includes(part),
  }))
}
