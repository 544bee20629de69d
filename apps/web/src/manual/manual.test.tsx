import { permissions } from '@carpeta/domain/access/permissions'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { marked } from 'marked'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import text from '../../../../docs/manual-del-personal.md?raw'
import { ClientBar } from '../app/layout/member-area.tsx'
import { routes, table } from '../routes.tsx'
import { connectSession } from '../session/connect-session.ts'
import { storeUser } from '../session/stored-user.ts'
import { buildStaff, buildUser, plain } from '../testing/build-user.ts'
import { fakeServer, json } from '../testing/fake-server.ts'
import { renderAt } from '../testing/render-at.tsx'
import { Component as ManualScreen } from './manual-screen.tsx'
import { Markdown } from './markdown.tsx'
import { pageSections, sectionOf } from './page-sections.ts'
import { findInManual, readManual } from './read-manual.ts'

const { chapters } = readManual(text)
const ids = chapters.flatMap((chapter) => [chapter.id, ...chapter.parts.map(({ id }) => id)])

/** What every page asks. */
const own = /\/environments\.json$|\/api\/auth\/user\//

beforeEach(connectSession)

function open(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(<RouterProvider router={router} />)
  return () => router.state.location.pathname
}

test.each([
  ['Carla', buildStaff()],
  ['Carla, whose API has the calls of the specification alone,', plain(buildStaff())],
])('%s reads the manual, for which nothing is asked (§12.1510)', async (_, user) => {
  storeUser(user)
  const { seen } = fakeServer({})
  open('/manual')
  expect(await screen.findByRole('heading', { level: 2, name: '5. Cuentas' })).toBeTruthy()
  expect(seen.filter(({ url }) => !own.test(url))).toEqual([])
})

test('Rosa, a member, is sent away from the manual (§12.1510)', async () => {
  storeUser(buildUser())
  fakeServer({})
  const where = open('/manual')
  await waitFor(() => expect(where()).toBe('/dashboard'))
})

test('every heading, and every kind of text of the manual, is on the page (§12.1511)', () => {
  renderAt('/manual', <ManualScreen />)
  const headings = text.match(/^##+ .*$/gm) ?? []
  expect(headings.length).toBeGreaterThan(40)
  expect(ids).toHaveLength(headings.length)
  expect(new Set(ids).size).toBe(ids.length)
  for (const heading of headings) {
    const [marks = '', ...title] = heading.split(' ')
    const name = title.join(' ')
    expect(screen.getByRole('heading', { level: marks.length, name })).toBeTruthy()
  }
  const shown = document.querySelector('main')?.textContent ?? ''
  expect(shown).not.toMatch(/\*|\]\(|\||`/)
  const tables = text.match(/^\|[|-]+$/gm) ?? []
  expect(screen.getAllByRole('table')).toHaveLength(tables.length)
  // Text whose Markdown the page does not know would stand there as it is written.
  expect(text).not.toMatch(/^(#{4}|>|~~~| {4})|[`<]|!\[/m)
})

test('every link of the manual leads to one of its parts (§12.1511)', () => {
  const links = [...text.matchAll(/\]\((?<to>[^)]+)\)/g)].map(({ groups }) => groups?.to)
  expect(links.filter((to) => !ids.some((id) => to === `#${id}`))).toEqual([])
})

test('Carla follows a link of the manual to another part, also while she searches (§12.1511)', async () => {
  renderAt('/manual', <ManualScreen />)
  const main = screen.getByRole('main')
  await userEvent.type(screen.getByRole('searchbox'), 'tampoco tienes codigos')
  expect(within(main).queryByRole('heading', { name: 'Cambiar una cuenta' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'sección 5' }))
  const part = screen.getByRole('heading', { name: 'Cambiar una cuenta' })
  expect(document.activeElement).toBe(part)
})

test('an address names the part where the manual opens, with or without escaped accents (§12.1511)', () => {
  const name = '2. La página de inicio y la navegación'
  for (const id of [
    '2-la-página-de-inicio-y-la-navegación',
    encodeURI('2-la-página-de-inicio-y-la-navegación'),
  ]) {
    const { unmount } = renderAt(`/manual#${id}`, <ManualScreen />)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name }))
    unmount()
  }
  renderAt('/manual#%E0%A4%A', <ManualScreen />)
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
})

test('Carla finds by words without accents the parts that have them all (§12.1512)', async () => {
  renderAt('/manual', <ManualScreen />)
  await userEvent.type(
    screen.getByRole('searchbox', { name: 'Buscar en el manual' }),
    'FERIADO cerrar dia',
  )
  const names = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(names).toEqual(['Feriados'])
  expect(screen.getByRole('status').textContent).toBe('1 parte')
  await userEvent.clear(screen.getByRole('searchbox'))
  expect(screen.getAllByRole('heading', { level: 3 }).length).toBeGreaterThan(30)
  await userEvent.type(screen.getByRole('searchbox'), 'jirafa')
  expect(screen.getByText('El manual no tiene esas palabras')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('0 partes')
})

test('a chapter whose name has the words is found whole (§12.1512)', () => {
  const [found, ...others] = findInManual(chapters, '6. cargas de contabilidad')
  expect(others).toEqual([])
  expect(found).toEqual(chapters[5])
})

test('every page of staff leads to a part of the manual that exists (§12.1513)', () => {
  const ofStaff = table.filter(({ handle }) => handle?.permission || handle?.forSuperusers)
  expect(ofStaff.length).toBeGreaterThan(20)
  expect(ofStaff.filter(({ path }) => !pageSections[path])).toEqual([])
  expect(Object.values(pageSections).filter((id) => !ids.includes(id))).toEqual([])
  const paths = table.map(({ path }) => path)
  expect(Object.keys(pageSections).filter((path) => !paths.includes(path))).toEqual([])
  expect(sectionOf('/users/12')).toBe('la-ficha-del-socio')
  expect(sectionOf('/requests/new/7')).toBe('ingresar-una-solicitud-por-un-socio')
})

test('Carla goes from a member’s file to how it is used; Rosa has no such link (§12.1513)', async () => {
  fakeServer({ 'GET /api/sales-data/': json(200, []) })
  const user = buildStaff({ permissions: [...permissions] })
  const { unmount } = renderAt('/users/4', <ClientBar user={user} />)
  const link = await screen.findByRole('link', { name: 'Cómo se usa esta página' })
  expect(decodeURI(link.getAttribute('href') ?? '')).toBe('/manual#la-ficha-del-socio')
  unmount()
  renderAt('/dashboard', <ClientBar user={buildUser()} />)
  await screen.findByRole('link', { name: 'Hola, Rosa' })
  expect(screen.queryByRole('link', { name: 'Cómo se usa esta página' })).toBeNull()
})

test('a link that leads out of the portal is only its text (security 9.650)', () => {
  const text =
    '[fuera](https://otra.example) [dos barras](//otra.example) [guion](javascript:alert(1)) ' +
    '[parte](#5-cuentas) [página](/users) <img src=x onerror=alert(1)>'
  renderAt('/manual', <Markdown tokens={marked.lexer(text)} title="Manual" />)
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/manual#5-cuentas', '/users'])
  expect(document.querySelector('img')).toBeNull()
  expect(screen.getByText(/fuera dos barras guion/)).toBeTruthy()
})
