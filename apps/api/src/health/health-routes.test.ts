import { describe, expect, test } from 'vitest'
import { testConfig } from '../../test/open-portal.ts'
import { Visitor } from '../../test/visitor.ts'
import { buildApp } from '../app.ts'
import { connect } from '../db/client.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'

describe('the database is down', () => {
  test('calls answer 503 with a sentence, health stays alive, ready says what is missing (§11.12, §12.535, security 10.10, security 12.5, security 12.19)', async () => {
    const nowhere = connect('postgres://nobody@127.0.0.1:1/nothing')
    const app = await buildApp({
      db: nowhere.db,
      limits: rateLimitsFor(nowhere.pool),
      config: testConfig(),
    })
    const rosa = new Visitor(app)
    rosa.cookies.set('sessionid', 'x'.repeat(43))
    const { status, body, headers } = await rosa.get('/api/sales-data/')
    expect({ status, body }).toEqual({
      status: 503,
      body: 'Servicio no disponible. Inténtalo más tarde.',
    })
    expect(headers['retry-after']).toBe('5')
    for (const visitor of [rosa, new Visitor(app)]) {
      expect(await visitor.get('/api/health/')).toMatchObject({
        status: 200,
        body: { status: 'ok' },
      })
      expect(await visitor.get('/api/health/ready/')).toMatchObject({
        status: 503,
        body: { status: 'missing: database' },
      })
    }
    await app.close()
    await nowhere.close()
  })
})
