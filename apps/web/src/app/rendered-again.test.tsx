import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AnnouncementsLink } from '../screens/dashboard/announcements/announcements-link.tsx'
import { DueAmounts } from '../screens/dashboard/next-payment/due-amounts.tsx'
import { UserCell } from '../screens/users/user-cell.tsx'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff, buildUser } from '../testing/build-user.ts'
import { buildWireSale } from '../testing/build-wire-sale.ts'
import { dashboardWith } from '../testing/dashboard.tsx'
import { fakeServer, json } from '../testing/fake-server.ts'
import { cells, pageOf, press, rosa, tomas, users } from '../testing/users-screen.tsx'
import { Ring } from '../ui/display/ring.tsx'
import { Mantine } from '../ui/mantine.tsx'
import { ClientBar } from './layout/client-bar.tsx'
import { HomeLink } from './layout/home-link.tsx'
import { Layout } from './layout/layout.tsx'
import { MemberArea } from './layout/member-area.tsx'

vi.mock('../screens/dashboard/announcements/announcements-link.tsx', { spy: true })
vi.mock('../screens/dashboard/next-payment/due-amounts.tsx', { spy: true })
vi.mock('../screens/users/user-cell.tsx', { spy: true })
vi.mock('../ui/display/ring.tsx', { spy: true })
vi.mock('./layout/client-bar.tsx', { spy: true })
vi.mock('./layout/home-link.tsx', { spy: true })

type Component = (props: never) => unknown

/** How often each is rendered from now on. */
function watch(...components: Component[]) {
  for (const component of components) vi.mocked(component).mockClear()
  return () => components.map((component) => vi.mocked(component).mock.calls.length)
}

beforeEach(connectSession)

// A count, where a time would depend on the machine (docs/decisions/0079).
describe('a touch does not render again what stays the same (§12.661)', () => {
  test('the frame, when a page changes its address', async () => {
    const member = buildUser()
    storeUser(member)
    fakeServer({ 'GET /api/auth/user/': json(200, member) })
    render(
      <Mantine>
        <MemoryRouter initialEntries={['/profile']}>
          <Routes>
            <Route element={<Layout menu={[]} />}>
              <Route element={<MemberArea />}>
                <Route path="/profile" element={<Link to="?parte=2">Otra parte</Link>} />
              </Route>
            </Route>
          </Routes>
        </MemoryRouter>
      </Mantine>,
    )
    expect(await screen.findByText('Hola, Rosa')).toBeTruthy()
    const rendered = watch(HomeLink, ClientBar)
    await userEvent.click(screen.getByRole('link', { name: 'Otra parte' }))
    expect(rendered()).toEqual([0, 0])
  })

  test('a member’s next payment and card, when a tab opens', async () => {
    storeUser(buildUser())
    dashboardWith([buildWireSale()])
    await screen.findByRole('tab', { name: 'Escrituración' })
    const rendered = watch(DueAmounts, Ring)
    await userEvent.click(screen.getByRole('tab', { name: 'Escrituración' }))
    expect(screen.getByRole('tab', { name: 'Escrituración' }).ariaSelected).toBe('true')
    expect(rendered()).toEqual([0, 0])
  })

  test('the dashboard, at the first visit (§12.664)', () => {
    storeUser(buildUser())
    const rendered = watch(AnnouncementsLink)
    dashboardWith([])
    expect(document.querySelector('[data-first-visit]')).toBeTruthy()
    expect(rendered()).toEqual([1])
  })

  test('the rows of a list, in another order and while it loads', async () => {
    storeUser(buildStaff())
    const sorted = Promise.withResolvers<Response>()
    users({ 'GET /api/users/': [pageOf(rosa, tomas), () => sorted.promise] })
    await cells()
    const rendered = watch(UserCell)
    await press('#Id')
    expect(rendered()).toEqual([0])
    sorted.resolve(pageOf(tomas, rosa))
    await waitFor(async () => expect((await cells())[0]?.[1]).toBe('2'))
    expect(rendered()).toEqual([0])
  })

  test('the rows beside one that changed', async () => {
    storeUser(buildStaff())
    users({ 'GET /api/users/': [pageOf(rosa, tomas), pageOf(rosa, { ...tomas, email: 't@x.cl' })] })
    await cells()
    const rendered = watch(UserCell)
    await press('#Id')
    expect(await screen.findByText('t@x.cl')).toBeTruthy()
    expect(rendered()).toEqual([1])
  })
})
