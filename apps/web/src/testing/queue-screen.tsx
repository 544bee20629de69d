import { screen, within } from '@testing-library/react'
import type { RequestRow } from '../requests/staff/calls.ts'
import { Component as Screen } from '../requests/staff/requests-screen.tsx'
import { buildRequestRow } from './build-staff-request.ts'
import { fakeServer, json } from './fake-server.ts'
import { renderAt } from './render-at.tsx'

const counts = { sent: 4, in_review: 2, missing: 1, resolved: 9, rejected: 0, cancelled: 3 }
const flags = { mine: 2, unassigned: 5, overdue: 3, replied: 1 }

interface Options {
  at?: string
  rows?: RequestRow[]
  /** How many requests the list has on all its pages; without it every view shows its own count. */
  total?: number
  answers?: Parameters<typeof fakeServer>[0]
}

/** The queue with these rows; `asked()` is the last query of the list. */
export function queue({
  at = '/requests',
  rows = [buildRequestRow()],
  total,
  answers = {},
}: Options = {}) {
  const server = fakeServer({
    'GET /api/auth/csrftoken/': json(200, { token: 'tok' }),
    'GET /api/requests/': json(200, {
      results: rows,
      current: 1,
      lastPage: 1,
      total,
      counts,
      flags,
    }),
    'GET /api/requests/filters/': json(200, { results: [] }),
    'GET /api/requests/procedures/': json(200, {
      results: [{ id: 3, title: 'Cesión de derechos a un familiar' }],
      current: 1,
      lastPage: 1,
    }),
    ...answers,
  })
  const asked = () => {
    const urls = server.calls('/api/requests/?').map(({ url }) => url)
    return Object.fromEntries(new URL(urls.at(-1) ?? '', 'http://x').searchParams)
  }
  return { ...server, ...renderAt(at, <Screen />), asked }
}

export const chip = (name: RegExp) => screen.findByRole('button', { name })

/** The texts of the first row. */
export async function cells() {
  const row = within(await screen.findByRole('table', { name: 'Solicitudes' })).getAllByRole(
    'row',
  )[1]
  return within(row as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent?.replaceAll('\u00a0', ' '))
}
