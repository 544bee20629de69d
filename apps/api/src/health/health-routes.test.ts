import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { cloneDatabase, openPortalOn, testConfig } from '../../test/open-portal.ts'
import { Visitor } from '../../test/visitor.ts'
import { buildApp } from '../app.ts'
import { connect } from '../db/client.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'

describe('the database is down', () => {
  const emptyFolder = mkdtempSync(join(tmpdir(), 'carpeta-socket-'))
  const folderWithDeadSocket = mkdtempSync(join(tmpdir(), 'carpeta-socket-'))
  // Whoever connects to a file where nobody listens is refused, as by the socket of a killed server.
  writeFileSync(join(folderWithDeadSocket, '.s.PGSQL.5432'), '')
  afterAll(() => {
    for (const folder of [emptyFolder, folderWithDeadSocket]) rmSync(folder, { recursive: true })
  })

  test.each([
    ['over TCP', '127.0.0.1:1'],
    ['without its socket', encodeURIComponent(emptyFolder)],
    ['with a socket that nobody serves', encodeURIComponent(folderWithDeadSocket)],
  ])(
    '%s: calls answer 503 with a sentence, health stays alive, ready says what is missing (§11.12, §12.535, security 10.10, security 12.5, security 12.19, security 12.190)',
    async (_how, host) => {
      const nowhere = connect(`postgres://nobody@${host}/nothing`)
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
    },
  )
})

describe('the disk of the database is full', () => {
  test('a change answers 507 with a sentence and stores nothing (security 12.192)', async () => {
    const portal = await openPortalOn(await cloneDatabase('sample'))
    onTestFinished(portal.close)
    await portal.pool.query(`
      create function refuse_as_full() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger full_disk before insert on sessions
        for each row execute function refuse_as_full()`)
    const { status, body, headers } = await portal
      .visitor()
      .logIn(personas.rosa.rut, SAMPLE_PASSWORD)
    expect({ status, body }).toEqual({
      status: 507,
      body: 'No hay espacio para guardarlo. Inténtalo más tarde.',
    })
    expect(headers['retry-after']).toBe('60')
  })
})
