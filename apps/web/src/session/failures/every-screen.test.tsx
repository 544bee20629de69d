import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Page, pages } from '../../routes.tsx'
import { buildUser } from '../../testing/build-user.ts'
import { json } from '../../testing/fake-server.ts'
import { renderAt } from '../../testing/render-at.tsx'
import { connectSession } from '../connect-session.ts'
import { clearSession, storeUser } from '../stored-user.ts'

beforeEach(connectSession)

/** Every call is answered with this. Resolves when the page has asked for all that it needs. */
async function openWith(page: Page, status: number, body: unknown): Promise<string> {
  let underWay = 0
  vi.stubGlobal('fetch', async () => {
    underWay += 1
    await Promise.resolve()
    underWay -= 1
    return json(status, body)
  })
  if (!page.handle?.isPublic) storeUser(superuser)
  else clearSession()
  const { Component: Screen } = await page.lazy()
  const path = `${page.path.replace(/:\w+/, '7')}?token=t&code=c&folio=F`
  renderAt(path, { [page.path]: <Screen /> })
  await waitFor(() => expect([underWay, screen.queryByText('Cargando…')]).toEqual([0, null]))
  return document.body.textContent ?? ''
}

const superuser = buildUser({
  is_superuser: true,
  permissions: [
    ...new Set(pages.flatMap(({ handle }) => (handle?.permission ? [handle.permission] : []))),
    'auth.add_user',
  ],
})

describe.each(pages.map((page) => [page.path, page] as const))('%s', (_, page) => {
  test('shows neither `detail` nor the values of an object (§8.4, §12.1022)', async () => {
    const body = { detail: 'Fue el servidor', titulo: ['Fue el título'], a: { b: ['Fue b'] } }
    const text = await openWith(page, 400, body)
    expect(text).not.toMatch(/Fue (el|b)/)
  })

  test('shows the first of a list of sentences, and no other (§8.3, §12.1022)', async () => {
    const text = await openWith(page, 400, ['Fue lo primero.', 'Fue lo segundo.'])
    expect(text).not.toContain('Fue lo segundo.')
    if (text.includes(unknownErrorMessage)) expect(text).toContain('Fue lo primero.')
  })
})
