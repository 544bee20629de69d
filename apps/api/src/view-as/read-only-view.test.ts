import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readStoredData } from '../../test/dump-database.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { FORBIDDEN } from '../../test/users/user-calls.ts'
import { userIdOf } from '../../test/users/user-id.ts'
import { ViewAsCalls } from '../../test/users/view-as-calls.ts'
import { json, type Visitor } from '../../test/visitor.ts'

let portal: Portal
let carla: Visitor
let views: ViewAsCalls
beforeEach(async () => {
  portal = await openPortal()
  onTestFinished(() => portal.close())
  carla = await portal.as('carla')
  views = new ViewAsCalls(portal)
})

/** Every call of the OpenAPI description. */
async function everyCall(): Promise<{ method: 'GET' | 'POST'; path: string }[]> {
  const { body } = await portal.visitor().get('/api/openapi.json')
  return (
    Object.entries<object>(body.paths)
      // Programs have a token of their own and no view.
      .filter(([path]) => path.startsWith('/api/') && !path.startsWith('/api/imports/'))
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => ({ method: method.toUpperCase() as 'GET', path })),
      )
  )
}

describe('in a view', () => {
  test('every call that may change something is refused, except the two that end the view (§12.66, security 13.1)', async () => {
    await storeRequest(portal, { state: 'draft' })
    const exits = ['/api/view-as/end/', '/api/auth/logout/']
    const unsafe = (await everyCall()).filter(
      ({ method, path }) => method !== 'GET' && !exits.includes(path),
    )
    expect(unsafe.length).toBeGreaterThan(30)
    // Iván is a superuser: only the view restricts him.
    const ivan = await portal.as('ivan')
    await views.viewAs(ivan, 'rosa')
    const before = await readStoredData(portal.pool)
    for (const { method, path } of unsafe) {
      const { status, body } = await ivan.call(method, path.replace(/\{\w+\}/g, '1'), json({}))
      expect([method, path, status, body]).toEqual([method, path, 403, viewAsMessages.readOnly])
    }
    expect(await readStoredData(portal.pool)).toEqual(before)
  })

  test('Rosa’s sessions, accesses and drafts are not shown (security 13.2)', async () => {
    const draft = await storeRequest(portal, { state: 'draft' })
    const [documentId] = draft.documentIds
    await views.viewAs(carla, 'rosa')
    for (const url of [
      '/api/client/sessions/',
      '/api/client/accesses/',
      '/api/request/draft/?sale_code=x&procedure_id=1',
    ]) {
      const { status, body } = await carla.get(url)
      expect([url, status, body]).toEqual([url, 403, viewAsMessages.notShown])
    }
    expect((await carla.get(`/api/requests/${draft.id}/`)).status).toBe(404)
    expect((await carla.get(`/api/documents/${documentId}/`)).status).toBe(404)
    const rosa = await portal.as('rosa')
    expect((await rosa.get(`/api/requests/${draft.id}/`)).status).toBe(200)
  })

  test('only the listed calls show anything (security 13.2)', async () => {
    const rosa = await userIdOf(portal.db, 'rosa')
    await views.viewAs(carla, 'rosa')
    const shown = []
    for (const { method, path } of await everyCall()) {
      if (method !== 'GET') continue
      const { status, body } = await carla.get(
        // Rosa's own account and sale where the path names them.
        path
          .replace('/users/{id}', `/users/${rosa}`)
          .replace('{code}', 'V-1001')
          .replace(/\{\w+\}/g, '999999'),
      )
      if (status !== 403) shown.push(path)
      else expect([viewAsMessages.notShown, FORBIDDEN.body], path).toContainEqual(body)
    }
    // A new line here lets staff see more of every member.
    expect(shown.toSorted()).toEqual([
      '/api/announcements/{id}/files/{document_id}/',
      '/api/auth/csrftoken/',
      '/api/auth/user/',
      '/api/client/',
      '/api/client/announcements/',
      '/api/client/announcements/{id}/',
      '/api/client/check/',
      '/api/client/news/',
      '/api/client/preferences/',
      '/api/documents/{id}/',
      '/api/documents/{id}/pages/{page}/',
      '/api/health/',
      '/api/health/ready/',
      '/api/help-pages/',
      '/api/openapi.json',
      '/api/payment-account/',
      '/api/payment-reports/own/',
      '/api/payment-reports/{id}/receipt/',
      '/api/procedures/',
      '/api/requests/{id}/',
      '/api/sales-data/',
      '/api/sales/{code}/statement.csv',
      '/api/sales/{code}/statement.pdf',
      '/api/statements/{folio}/',
      '/api/users/{id}/',
    ])
  })
})
