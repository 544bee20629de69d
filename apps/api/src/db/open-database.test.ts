import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openMachine } from '../../test/carpeta-process.ts'
import { postmasterOf } from '../../test/frozen-postgres.ts'
import { testConfig } from '../../test/test-config.ts'
import { openDatabase } from './open-database.ts'

test('a command that starts while the last one closes has a database until it closes itself', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'carpeta-open-'))
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  // The account `postgres` must enter it, or the database would be stored elsewhere and stay.
  chmodSync(DATA_DIR, 0o755)
  const config = testConfig({ DATA_DIR })
  let last = await openDatabase(config, 'command')
  // At different moments of the close, some milliseconds apart.
  for (let moment = 0; moment < 20; moment++) {
    const closing = last.close()
    await delay(moment * 3)
    last = await openDatabase(config, 'command')
    const { rows } = await last.pool.query('select pg_sleep(0.1), 1 as answer')
    expect(rows[0].answer).toBe(1)
    await closing
  }
  await last.close()
}, 120_000)

test('a command whose database ends before it does ends without an error', async () => {
  const machine = openMachine()
  const { pool, close } = await openDatabase(testConfig({ DATA_DIR: machine.dataDir }), 'command')
  process.kill(postmasterOf(machine.dataDir), 'SIGKILL')
  await vi.waitFor(() => expect(pool.query('select 1')).rejects.toThrow())
  await close()
})
