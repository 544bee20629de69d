import { expect, onTestFinished, test, vi } from 'vitest'
import { openMachine } from '../../test/carpeta-process.ts'
import { cloneDatabase } from '../../test/open-portal.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { operator } from '../http/caller.ts'

// Runs whole processes, one after another.
vi.setConfig({ testTimeout: 120_000 })

test('an operator checks the audit log: intact, cut off at its end, and changed in the middle', async () => {
  const machine = openMachine()
  const { db, pool, close } = await cloneDatabase('sample')
  onTestFinished(close)
  for (const reason of ['carga 1', 'carga 2', 'carga 3']) {
    await recordAuditEvent(db, operator, { action: 'load.applied', reason })
  }
  const verify = (...args: string[]) =>
    machine.run(['audit', 'verify', ...args], {
      DATABASE_URL: String(pool.options.connectionString),
    })

  const whole = await verify()
  expect([whole.code, whole.stderr]).toEqual([0, ''])
  expect(whole.stdout).toMatch(/^Bitácora íntegra: \d+ anotaciones\.\nÚltima: [0-9a-f]{64}\n$/)
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
