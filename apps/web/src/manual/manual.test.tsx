import { permissions } from '@carpeta/domain/access/permissions'
import { act, render, screen, waitFor, within } from '@testing-library/react'
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

test('every heading has a page, and every kind of text is on it (§12.1511, §12.1975)', () => {
  const headings = text.match(/^##+ .*$/gm) ?? []
  expect(headings.length).toBeGreaterThan(40)
  expect(ids).toHaveLength(headings.length)
  expect(new Set(ids).size).toBe(ids.length)
  let tables = 0
  for (const [index, id] of ids.entries()) {
    const { unmount } = renderAt(`/manual#${id}`, <ManualScreen />)
    const name = headings[index]?.replace(/^#+ /, '') ?? ''
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name }))
    expect(document.title).toContain(`${name} · Manual`)
    const shown = document.querySelector('main')?.textContent ?? ''
    expect(shown).not.toMatch(/\*|\]\(|\||`/)
    tables += screen.queryAllByRole('table').length
    unmount()
  }
  expect(tables).toBe(text.match(/^\|[|-]+$/gm)?.length)
  // Text whose Markdown the page does not know would stand there as it is written.
  expect(text).not.toMatch(/^(#{4}|>|~~~| {4})|[`<]|!\[/m)
})

test('the manual begins with the list of its parts, and has them all on paper (§12.1975)', async () => {
  renderAt('/manual', <ManualScreen />)
  const list = within(screen.getByRole('navigation', { name: 'Partes del manual' }))
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    ids.map((id) => `/manual#${id}`),
  )
  await userEvent.click(list.getByRole('link', { name: 'Feriados' }))
  expect(screen.getByRole('heading', { level: 2, name: 'Feriados' })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Después 5. Cuentas' }))
  expect(screen.getByRole('heading', { level: 2, name: '5. Cuentas' })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Partes del manual' }))
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(
    text.match(/^### /gm)?.length ?? 0,
  )
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
})

test('every link of the manual leads to one of its parts (§12.1511)', () => {
  const links = [...text.matchAll(/\]\((?<to>[^)]+)\)/g)].map(({ groups }) => groups?.to)
  expect(links.filter((to) => !ids.some((id) => to === `#${id}`))).toEqual([])
})

test('Carla follows a link of the manual to another part (§12.1511)', async () => {
  renderAt('/manual#si-no-puedes-entrar', <ManualScreen />)
  await userEvent.click(screen.getByRole('link', { name: 'sección 5' }))
  const part = screen.getByRole('heading', { name: 'Cambiar una cuenta' })
  expect(document.activeElement).toBe(part)
})

test('an address names the part with or without escaped accents, and one that no part has shows the list (§12.1511)', () => {
  const id = '2-la-página-de-inicio-y-la-navegación'
  const name = '2. La página de inicio y la navegación'
  for (const hash of [id, encodeURI(id)]) {
    const { unmount } = renderAt(`/manual#${hash}`, <ManualScreen />)
    expect(document.activeElement).toBe(screen.getByRole('heading', { name }))
    unmount()
  }
  for (const hash of ['%E0%A4%A', 'jirafa']) {
    const { unmount } = renderAt(`/manual#${hash}`, <ManualScreen />)
    expect(screen.getByRole('link', { name })).toBeTruthy()
    unmount()
  }
})

test('Carla finds by words without accents the parts that have them all, with their text, and opens one (§12.1512)', async () => {
  renderAt('/manual#5-cuentas', <ManualScreen />)
  const box = screen.getByRole('searchbox', { name: 'Buscar en el manual' })
  const found = () => within(screen.getByRole('main')).getAllByRole('listitem')
  await userEvent.type(box, 'FERIADO cerrar dia')
  expect(screen.getByRole('status').textContent).toBe('1 parte')
  expect(found().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Feriados4\. Trámites y feriados.*corre el plazo/),
  ])
  await userEvent.clear(box)
  expect(screen.getByRole('heading', { name: '5. Cuentas' })).toBeTruthy()
  await userEvent.type(box, 'jirafa')
  expect(screen.getByText('El manual no tiene esas palabras')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('0 partes')
  await userEvent.clear(box)
  await userEvent.type(box, 'tampoco tienes codigos')
  expect(found()[0]?.textContent).toContain('Tampoco tienes códigos')
  await userEvent.click(within(found()[0] as HTMLElement).getByRole('link'))
  expect(screen.getByRole('heading', { level: 2, name: 'Si no puedes entrar' })).toBeTruthy()
  expect((box as HTMLInputElement).value).toBe('')
})

test('a chapter whose name has the words is found whole, and what is named so comes first (§12.1512)', () => {
  const found = findInManual(chapters, '6. cargas de contabilidad')
  const [, , , , , loads] = chapters
  expect(found.map(({ part }) => part.id)).toEqual(
    [loads, ...(loads?.parts ?? [])].map((part) => part?.id),
  )
  const [first, ...others] = findInManual(chapters, 'feriados')
  expect(first?.part.title).toBe('4. Trámites y feriados')
  expect(others[0]?.part.title).toBe('Feriados')
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
