import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chainNow } from '../../test/audit/verify-log.ts'
import { openMachine } from '../../test/carpeta-process.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import { testConfig } from '../../test/test-config.ts'
import { anchorAuditLog, anchorStorageAt } from '../audit/anchors.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { operator } from '../http/caller.ts'

test('an operator checks the audit log: intact, cut off at its end, and changed in the middle (§12.62, security 13.10)', async () => {
  const machine = openMachine()
  const { db, pool, close } = await cloneDatabase('sample')
  onTestFinished(close)
  for (const reason of ['carga 1', 'carga 2', 'carga 3']) {
    await recordAuditEvent(db, operator, { action: 'load.applied', reason })
  }
  await chainNow({ db })
  const verify = (...args: string[]) =>
    machine.command(['audit', 'verify', ...args], {
      DATABASE_URL: String(pool.options.connectionString),
      SECRET_KEY: testConfig().secretKeys[0],
    })

  const whole = await verify()
  expect([whole.code, whole.stderr]).toEqual([0, ''])
  expect(whole.stdout).toMatch(
    /^Bitácora íntegra: \d+ anotaciones\.\nÚltima: [0-9a-f]{64}\nSin AUDIT_ANCHOR_URL no/,
  )
  const head = /Última: (\w+)/.exec(whole.stdout)?.[1] ?? ''
  expect((await verify('--contains', head)).code).toBe(0)
  const other = await verify('--contains', 'f'.repeat(64))
  expect(other).toMatchObject({ code: 1, stdout: '' })
  expect(other.stderr).toContain('Bitácora incompleta: ya no contiene fff')
  const noHash = await verify('--contains', 'abc')
  expect(noHash).toMatchObject({ code: 2, stdout: '' })
  expect(noHash.stderr).toContain('«abc» no es una huella')

  await pool.query('alter table audit_entries disable trigger user')
  const { rows } = await pool.query(
    `update audit_entries set reason = 'otra' where reason = 'carga 2' returning id`,
  )
  const broken = await verify()
  expect(broken).toMatchObject({ code: 1, stdout: '' })
  expect(broken.stderr).toMatch(
    new RegExp(
      `^Bitácora rota en la posición \\d+ \\(anotación ${rows[0].id}\\): fue cambiada después`,
    ),
  )
})

test('an operator compares it with its anchors, and is told what differs', async () => {
  const machine = openMachine()
  const { db, pool, close } = await cloneDatabase('empty')
  onTestFinished(close)
  const folder = join(machine.dataDir, 'anchors')
  const verify = (SECRET_KEY: string, AUDIT_ANCHOR_URL = `file:${folder}`) =>
    machine.command(['audit', 'verify'], {
      DATABASE_URL: String(pool.options.connectionString),
      SECRET_KEY,
      AUDIT_ANCHOR_URL,
    })
  const [key] = testConfig().secretKeys
  const storage = anchorStorageAt({ kind: 'folder', folder })
  for (const reason of ['carga 1', 'carga 2', 'carga 3']) {
    await recordAuditEvent(db, operator, { action: 'load.applied', reason })
    await anchorAuditLog(
      { db, secretKeys: testConfig().secretKeys, storage, log: { info: () => {} } },
      null,
    )
  }
  const whole = await verify(key)
  expect([whole.code, whole.stderr]).toEqual([0, ''])
  expect(whole.stdout).toContain('Coincide con 3 anclajes.')

  for (const [url, said] of [
    [`file:${folder}-lost`, 'No hay anclajes en AUDIT_ANCHOR_URL'],
    ['file:/dev/null', 'No se pueden leer los anclajes'],
  ] as const) {
    const { code, stderr } = await verify(key, url)
    expect(code).toBe(4)
    expect(stderr).toContain(said)
  }
  const otherKey = await verify('another-key-of-the-cooperative-0001')
  expect(otherKey.code).toBe(4)
  expect(otherKey.stderr).toContain('De 3 no se comprobó la firma')

  await pool.query(`begin; set local session_replication_role = replica;
    with deleted as (delete from audit_chain where position = 3 returning entry_id)
    delete from audit_entries using deleted where id = deleted.entry_id; commit`)
  const cut = await verify(key)
  expect(cut).toMatchObject({ code: 3, stdout: '' })
  expect(cut.stderr).toMatch(
    /^No coincide con el anclaje del \S+, posición 3: la bitácora termina antes/,
  )
})

test('a log without a signature is not wholly comparable, unless anchors tell its past (security 13.10)', async () => {
  const machine = openMachine()
  const { db, pool, close } = await cloneDatabase('empty')
  onTestFinished(close)
  const folder = join(machine.dataDir, 'anchors')
  const verify = (env: Record<string, string> = {}) =>
    machine.command(['audit', 'verify'], {
      DATABASE_URL: String(pool.options.connectionString),
      SECRET_KEY: testConfig().secretKeys[0],
      ...env,
    })
  await recordAuditEvent(db, operator, { action: 'load.applied', reason: 'carga 1' })
  const storage = anchorStorageAt({ kind: 'folder', folder })
  await anchorAuditLog(
    { db, secretKeys: testConfig().secretKeys, storage, log: { info: () => {} } },
    null,
  )
  expect((await verify()).code).toBe(0)

  await pool.query(`begin; set local session_replication_role = replica;
    update audit_entries set reason = 'otra';
    update audit_chain set key_id = null, signature = null, hash = audit_hash('', entry)
      from audit_entries entry where entry.id = entry_id; commit`)
  const { code, stdout } = await verify()
  expect(stdout).toContain('1 son de una versión sin firmas')
  expect(code).toBe(4)
  const compared = await verify({ AUDIT_ANCHOR_URL: `file:${folder}` })
  expect(compared).toMatchObject({ code: 3, stdout: '' })
  expect(compared.stderr).toContain('en esa posición hay ahora otra anotación')
})
