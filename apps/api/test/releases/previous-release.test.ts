import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Connection } from '../../src/db/client.ts'
import { cloneDatabase } from '../open-portal.ts'
import type { RecordedStatement } from './record-statements.ts'
import { statementFaults } from './statement-faults.ts'

// While a release is installed, portals of the previous one still run on the migrated database.

vi.setConfig({ testTimeout: 120_000 })

const folder = fileURLToPath(new URL('.', import.meta.url))

async function faultsAfter(statements: RecordedStatement[], change?: string) {
  const database: Connection = await cloneDatabase('sample')
  onTestFinished(() => database.close())
  if (change) await database.pool.query(change)
  return statementFaults(String(database.pool.options.connectionString), statements)
}

// None before 2.0.0, which does not run beside an earlier one.
test.each(globSync('*.ndjson', { cwd: folder }))(
  'every statement of release %s runs on this version’s schema (security 12.25)',
  async (file) => {
    const lines = readFileSync(folder + file, 'utf8')
      .split('\n')
      .filter(Boolean)
    expect(lines.length).toBeGreaterThan(300)
    expect(await faultsAfter(lines.map((line) => JSON.parse(line)))).toEqual([])
  },
)

describe('the check finds (security 12.25)', () => {
  const statements = [
    {
      file: 'account/account-store.ts',
      text: `insert into account_links (token_hash, user_id, purpose, expires_at)
        select $1, id, $2, now() from users limit 1`,
      values: ['a'.repeat(64), 'restore'],
    },
    {
      file: 'account/account-store.ts',
      text: 'update account_links set used_at = now() where token_hash = $1',
      values: ['a'.repeat(64)],
    },
  ]

  test('nothing on the schema that the statements were written for', async () => {
    expect(await faultsAfter(statements)).toEqual([])
  })

  test.each([
    ['a dropped column', 'alter table account_links drop column used_at', 'used_at'],
    ['a renamed table', 'alter table account_links rename to links', 'account_links'],
    [
      'a new mandatory column',
      'truncate account_links cascade; alter table account_links add column address text not null',
      'address',
    ],
    [
      'a narrower column',
      'truncate account_links cascade; alter table account_links alter purpose type varchar(3)',
      'too long',
    ],
    [
      'a new rule that the release does not know',
      "alter table account_links add constraint short check (token_hash like 'sha3:%') not valid",
      'short',
    ],
  ])('%s', async (_name, change, said) => {
    const faults = await faultsAfter(statements, change)
    expect(faults.length).toBeGreaterThan(0)
    for (const { because } of faults) expect(because).toContain(said)
  })
})
