import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ARCHIVED_MONTH, recordLongAgo } from '../../../test/audit/archives.ts'
import { openMachine } from '../../../test/carpeta-process.ts'
import { openPortalForTest } from '../../../test/open-portal.ts'
import { testConfig } from '../../../test/test-config.ts'

// Runs whole processes, one after another.
vi.setConfig({ testTimeout: 120_000 })

test('an operator archives a month, verifies the log across the archive, and reads it (§12.549)', async () => {
  const machine = openMachine()
  const portal = await openPortalForTest({})
  const before = await recordLongAgo(portal)
  const documents = join(machine.dataDir, 'documents')
  const run = (...args: string[]) =>
    machine.run(['audit', ...args], {
      DATABASE_URL: String(portal.pool.options.connectionString),
      SECRET_KEY: testConfig().secretKeys[0],
      DOCUMENTS_URL: `file:${documents}`,
      AUDIT_ANCHOR_URL: `file:${join(machine.dataDir, 'anchors')}`,
    })

  for (const [month, said] of [
    ['2024', '«2024» no es un mes AAAA-MM'],
    ['2999-01', 'Los últimos 12 meses no se archivan'],
  ] as const) {
    const refused = await run('archive', '--before', month)
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain(said)
  }
  const archived = await run('archive', '--before', before)
  expect(archived.code).toBe(0)
  expect(archived.stdout).toMatch(
    /^Archivado: 2024-03 a 2024-03, 1 anotaciones \([0-9a-f]{40}\)\.$/m,
  )
  expect(archived.stderr).toContain('audit log head: ')
  expect((await run('archive', '--before', before)).stdout).toContain('No hay anotaciones')

  const verified = await run('verify')
  expect([verified.code, verified.stderr]).toEqual([0, ''])
  const listed = await run('read')
  expect(listed.stdout).toContain('2024-03 a 2024-03: 1 anotaciones')
  const read = await run('read', ARCHIVED_MONTH)
  expect(read.stdout.trimEnd().split('\n')).toHaveLength(2)
  expect(read.stdout).toContain('carga de entonces')
  expect(await run('read', '2023-01')).toMatchObject({ code: 2, stdout: '' })

  const key = /\((\w{40})\)/.exec(listed.stdout)?.[1] ?? ''
  rmSync(join(documents, key))
  const broken = await run('verify')
  expect(broken.code).toBe(1)
  expect(broken.stderr).toMatch(/^No se puede leer el archivo de 2024-03 a 2024-03 /)
})
