import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { storeRequest } from '../../test/stored-requests.ts'
import { REASON, ViewAsCalls } from '../../test/users/view-as-calls.ts'
import type { Visitor } from '../../test/visitor.ts'

let portal: Portal
let carla: Visitor
let views: ViewAsCalls
beforeEach(async () => {
  portal = await openPortal()
  onTestFinished(() => portal.close())
  carla = await portal.as('carla')
  views = new ViewAsCalls(portal)
})

describe('the audit log of a view', () => {
  test('holds Carla’s reason and every read as Rosa (security 13.7)', async () => {
    const { id } = await storeRequest(portal, {})
    const { rows } = await portal.pool.query(
      `select code from sales where holder_rut = '12345678-5' order by code`,
    )
    const since = await views.lastEntryId()
    await views.viewAs(carla, 'rosa')
    await carla.get('/api/sales-data/')
    await carla.get(`/api/requests/${id}/`)
    await carla.get(`/api/sales/${encodeURIComponent(rows[0].code)}/statement.csv`)
    await carla.post('/api/view-as/end/')
    await carla.post('/api/view-as/end/')
    const asRosa = { who: 'Carla', asWhom: 'Rosa', whose: 'Rosa', reason: '' }
    expect(await views.auditLog(since)).toEqual([
      {
        action: 'member.viewed_as',
        who: 'Carla',
        asWhom: null,
        whose: 'Rosa',
        objectType: 'user',
        reason: REASON,
      },
      { ...asRosa, action: 'member.read', objectType: 'sales' },
      { ...asRosa, action: 'member.read', objectType: 'request' },
      { ...asRosa, action: 'statement.issued', objectType: 'sale' },
      { ...asRosa, action: 'member.view_ended', asWhom: null, objectType: 'user' },
    ])
  })

  test('is shown to Rosa in her profile; her own reads leave no entry', async () => {
    await views.viewAs(carla, 'rosa')
    await carla.get('/api/sales-data/')
    await carla.post('/api/view-as/end/')
    const rosa = await portal.as('rosa')
    const since = await views.lastEntryId()
    await rosa.get('/api/sales-data/')
    expect(await views.auditLog(since)).toEqual([])
    const { body } = await rosa.get('/api/client/accesses/')
    const byCarla = { who: 'Carla Neira Bustos', reason: REASON }
    expect(body.results.slice(0, 3)).toMatchObject([
      { ...byCarla, action: 'Dejó de ver el portal como tú' },
      { ...byCarla, action: 'Vio tus datos (viendo el portal como tú)' },
      { ...byCarla, action: 'Vio el portal como tú' },
    ])
  })

  test('has no entry for a refused view', async () => {
    const since = await views.lastEntryId()
    await views.viewAs(carla, 'mario')
    await views.viewAs(carla, 'rosa', '')
    expect(await views.auditLog(since)).toEqual([])
  })
})
