import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { StaffFrame } from '../app/staff/staff-frame.tsx'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff, buildUser } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { onScreen, renderAt } from '../testing/render-at.tsx'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { MenuContext, SideContext } from '../ui/layout/menu.ts'

const found = {
  members: [{ id: 1, name: 'Rosa Muñoz', social_security: '12345678-5', email: 'rosa@x.cl' }],
  sales: [
    {
      code: 'V-1001',
      project: 'Altos de Tumbes',
      holder: { id: 1, name: 'Rosa Muñoz', social_security: '12345678-5' },
    },
  ],
  requests: [{ id: 44, title: 'Cesión', state: 'sent', member: 'Rosa Muñoz' }],
}

const menu = [
  {
    path: '/users',
    label: 'Usuarios',
    permission: 'users.manage_users' as const,
  },
]

function frame(answer: Parameters<typeof fakeServer>[0][string] = json(200, found)) {
  const server = fakeServer({ 'GET /api/staff/search/': answer })
  const page = (
    <SideContext value={[true, () => {}]}>
      <MenuContext value={menu}>
        <StaffFrame>
          <input aria-label="Otro campo" />
        </StaffFrame>
      </MenuContext>
    </SideContext>
  )
  return { ...server, ...renderAt('/profile', page) }
}

const field = () => screen.findByRole('combobox', { name: 'Socio, venta, solicitud o página' })
const chosen = () => screen.getByRole('option', { selected: true }).textContent

beforeEach(() => {
  connectSession()
  storeUser(buildStaff())
  onScreen('min-width: 1024px')
})

test('Ctrl-K opens the search anywhere, also from a field, and Escape returns to it (§12.393)', async () => {
  frame()
  const other = screen.getByLabelText('Otro campo')
  await userEvent.click(other)
  await userEvent.keyboard('{Control>}k{/Control}')
  const typed = await field()
  await waitFor(() => expect(document.activeElement).toBe(typed))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(other))
})

test('no key after Ctrl-K is lost or falls into the field behind (§12.1207)', async () => {
  frame()
  const other = screen.getByLabelText<HTMLInputElement>('Otro campo')
  await userEvent.click(other)
  // Loaded, as it is soon after the page.
  await userEvent.keyboard('{Control>}k{/Control}')
  await field()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(other))
  await userEvent.keyboard('{Control>}k{/Control}rosa mu{Backspace}uñoz')
  expect((await field()) as HTMLInputElement).toHaveProperty('value', 'rosa muñoz')
  expect(other.value).toBe('')
})

test.each([
  ['invit', 'Invitar socios', '/users?invitation=not_invited'],
  ['nueva carga', 'Nueva carga', '/imports'],
  ['usuarios', 'Usuarios', '/users'],
  ['cartas', 'Cartas con código', '/letters'],
  ['token', 'Tokens para cargar', '/imports/tokens'],
])('«%s» leads to %s (§12.1207)', async (typed, label, address) => {
  storeUser(buildStaff({ permissions: ['users.manage_users', 'sales.import_sales'] }))
  const { where } = frame(json(200, { members: [], sales: [] }))
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await field(), typed)
  await screen.findByRole('option', { name: label, selected: true })
  await waitFor(async () => {
    await userEvent.keyboard('{Enter}')
    expect(where()).toBe(address)
  })
})

test('actions without permission are not found (§12.1207)', async () => {
  storeUser(buildStaff({ permissions: ['users.manage_users'] }))
  frame(json(200, { members: [], sales: [] }))
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await field(), 'nueva carga')
  await screen.findByText(/^No hay resultados/)
})

test('Ctrl-K does nothing above a dialog, whose text a result would lose', async () => {
  frame()
  renderAt(
    '/profile',
    <Dialog title="Responder" onClose={() => {}}>
      <input aria-label="Respuesta" />
    </Dialog>,
  )
  await userEvent.click(await screen.findByLabelText('Respuesta'))
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(screen.getByRole('dialog', { name: 'Responder' })).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('the button beside the page opens it, and the results come in groups, with a person’s sale in her row (§12.2448)', async () => {
  const { calls } = frame()
  await userEvent.click(await screen.findByRole('button', { name: /^Buscar/ }))
  await userEvent.type(await field(), 'r')
  expect(screen.queryByRole('option')).toBeNull()
  await userEvent.type(await field(), 'osa')
  await screen.findByRole('option', { name: /V-1001/ })
  expect(
    screen.getAllByRole('group').map((group) => [
      group.ariaLabel,
      within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ]),
  ).toEqual([
    ['Socios y usuarios', ['Rosa Muñoz12.345.678-5 · rosa@x.cl · V-1001 · Altos de Tumbes']],
    ['Solicitudes', ['Nº 44 · CesiónRosa Muñoz · Enviado']],
  ])
  expect(calls('/api/staff/search/').at(-1)?.url).toContain('q=rosa')
})

test('the arrows choose, and Enter opens (§12.393)', async () => {
  const { where } = frame()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await field(), 'rosa')
  await screen.findByRole('option', { name: /V-1001/ })
  expect(chosen()).toMatch(/^Rosa Muñoz/)
  await userEvent.keyboard('{ArrowUp}')
  expect(chosen()).toMatch(/^Nº 44/)
  expect((await field()).getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).id,
  )
  await userEvent.keyboard('{Enter}')
  expect(where()).toBe('/requests/44')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Enter opens nobody of the text before', async () => {
  const bruno = { ...found.members[0], id: 2, name: 'Bruno Soto' }
  let answer = () => {}
  const late = new Promise<Response>((resolve) => {
    answer = () => resolve(json(200, { members: [bruno] }))
  })
  const { where, calls } = frame([json(200, found), () => late])
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await field(), 'rosa')
  await screen.findByRole('option', { name: /^Rosa/ })
  const all = { initialSelectionStart: 0, initialSelectionEnd: 4 }
  await userEvent.type(await field(), 'bruno{Enter}', all)
  await waitFor(() => expect(calls('q=bruno')).toHaveLength(1))
  await userEvent.keyboard('{Enter}')
  expect(where()).toBe('/profile')
  answer()
  await screen.findByRole('option', { name: /^Bruno/ })
  await userEvent.keyboard('{Enter}')
  expect(where()).toBe('/users/2')
})

test('a click opens a sale in its holder’s file', async () => {
  const { where } = frame(json(200, { ...found, members: [] }))
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await field(), 'v-10')
  await userEvent.click(await screen.findByRole('option', { name: /V-1001/ }))
  expect(where()).toBe('/users/1')
})

test('nothing found is told', async () => {
  frame(json(200, { members: [], sales: [] }))
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await field(), 'nadie')
  expect(await screen.findByText('No hay resultados para «nadie».')).toBeTruthy()
})

test('a member has no search', async () => {
  storeUser(buildUser())
  frame()
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('dialog')).toBeNull()
})
