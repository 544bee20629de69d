import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
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

/** Renders a screen at an address; `where()` returns the current address. */
export function renderAt(path: string, screen: ReactNode, state?: unknown) {
  let address = ''
  function Address() {
    const { pathname, search } = useLocation()
    address = pathname + search
    return null
  }
  const [beforeHash = path, hash = ''] = path.split('#')
  const [pathname = path, search = ''] = beforeHash.split('?')
  const entry = { pathname, search: search && `?${search}`, hash: hash && `#${hash}`, state }
  const { unmount } = render(
    <TestProviders>
      <MemoryRouter initialEntries={[entry]}>
        <Address />
        <Routes>
          <Route path={pathname} element={screen} />
          <Route path="*" element={<p>Otra página</p>} />
        </Routes>
      </MemoryRouter>
    </TestProviders>,
  )
  return { where: () => address, unmount }
}

const { matchMedia } = window

/** On a screen for which the media queries that contain this match. */
export function onScreen(part: string) {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...matchMedia(query),
    matches: query.includes(part),
  }))
}
