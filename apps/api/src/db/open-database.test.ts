import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { testConfig } from '../../test/test-config.ts'
import { openDatabase } from './open-database.ts'

test('whoever comes while the last one leaves has a database until he leaves himself', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'carpeta-open-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  // Or PostgreSQL, which does not run as root, would be kept elsewhere and stay.
  chmodSync(DATA_DIR, 0o755)
  const config = testConfig({ DATA_DIR })
  let last = await openDatabase(config, 'command')
  // At every moment of the leaving, some milliseconds after one another.
  for (let moment = 0; moment < 20; moment++) {
    const leaving = last.close()
    await delay(moment * 3)
    last = await openDatabase(config, 'command')
    const { rows } = await last.pool.query('select pg_sleep(0.1), 1 as answer')
    expect(rows[0].answer).toBe(1)
    await leaving
  }
  await last.close()
}, 120_000)
