import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Connection } from '../../src/db/client.ts'
import { cloneDatabase } from '../open-portal.ts'
import type { RecordedStatement } from './record-statements.ts'
import { statementFaults } from './statement-faults.ts'

// While a release is installed, portals of the previous one still run on the migrated database.

vi.setConfig({ testTimeout: 120_000 })

const folder = fileURLToPath(new URL('.', import.meta.url))
const [file = ''] = globSync('*.ndjson', { cwd: folder })
const statements: RecordedStatement[] = readFileSync(folder + file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))

let database: Connection
beforeAll(async () => {
  database = await cloneDatabase('sample')
})
afterAll(() => database.close())

const urlOf = ({ pool }: Connection) => String(pool.options.connectionString)

test(`every statement of release ${file.replace('.ndjson', '')} runs on this version’s schema (security 12.25)`, async () => {
  expect(statements.length).toBeGreaterThan(300)
  expect(await statementFaults(urlOf(database), statements)).toEqual([])
})

describe('the check finds (security 12.25)', () => {
  test.each([
    ['a dropped column', 'alter table sessions drop column address', 'address'],
    ['a renamed table', 'alter table account_links rename to links', 'account_links'],
    ['a new mandatory column', 'alter table loads add column source text not null', 'source'],
    ['a narrower column', 'alter table sessions alter user_agent type varchar(3)', 'too long'],
    [
      'a new rule that the release does not know',
      "alter table known_devices add constraint young check (device_hash like 'sha3:%')",
      'young',
    ],
  ])('%s', async (_name, change, said) => {
    const changed = await cloneDatabase('empty')
    onTestFinished(() => changed.close())
    await changed.pool.query(change)
    const faults = await statementFaults(urlOf(changed), statements)
    expect(faults.length).toBeGreaterThan(0)
    for (const { because } of faults) expect(because).toContain(said)
  })
})
