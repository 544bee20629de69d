import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../test/backup/installations.ts'
import { openMachineWith } from '../../test/carpeta-process.ts'
import { dumpDatabase } from '../../test/dump-database.ts'

vi.setConfig({ testTimeout: 120_000 })

test('a restore is rehearsed beside the running installation: it says what it found and for how long, and leaves nothing (§12.1038)', async () => {
  const BACKUP_URL = temporaryFolder()
  const { command, database, dataDir } = await openMachineWith('sample', onTestFinished)
  expect((await command(['backup'], { BACKUP_URL })).code).toBe(0)
  const before = { rows: await dumpDatabase(database.pool), files: readdirSync(dataDir) }

  const { code, stdout, stderr } = await command(['restore', '--rehearse'], { BACKUP_URL })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Repuesto carpeta-.*\.tar\.gz, del .*, hecho por la versión /m)
  expect(stdout).toMatch(/^ {2}Tablas {4}\d+, con \d+ filas; todas corresponden$/m)
  expect(stdout).toMatch(/^ {2}Archivos {2}\d+; todos corresponden a su huella$/m)
  expect(stdout).toMatch(/^ {2}Bitácora {2}íntegra, \d+ anotaciones$/m)
  expect(stdout).toMatch(/\nFue un ensayo, de \d+ segundos?: no cambió nada\.\n$/)
  expect(await dumpDatabase(database.pool)).toEqual(before.rows)
  expect(readdirSync(dataDir)).toEqual(before.files)
})

test('a damaged backup fails its rehearsal as it would fail a restore (§12.1038)', async () => {
  const BACKUP_URL = temporaryFolder()
  const { command, dataDir } = await openMachineWith('empty', onTestFinished)
  await command(['backup'], { BACKUP_URL })
  const [name = ''] = readdirSync(BACKUP_URL).filter((file) => file.endsWith('.tar.gz'))
  rmSync(join(BACKUP_URL, name))
  writeFileSync(join(BACKUP_URL, name), 'no es un respaldo')
  const { code, stdout } = await command(['restore', '--rehearse'], { BACKUP_URL })
  expect(code).not.toBe(0)
  expect(stdout).not.toContain('Fue un ensayo')
  expect(readdirSync(dataDir)).not.toContainEqual(expect.stringContaining('rehearsal'))
})

/** A rehearsal that waits for the rest of its backup, with a database that runs. */
async function beginRehearsal() {
  const BACKUP_URL = temporaryFolder()
  const machine = await openMachineWith('sample', onTestFinished)
  await machine.command(['backup'], { BACKUP_URL })
  const before = readdirSync(machine.dataDir)
  const [name = ''] = readdirSync(BACKUP_URL).filter((file) => file.endsWith('.tar.gz'))
  const pipe = join(temporaryFolder(), name)
  execFileSync('mkfifo', [pipe])
  const { child, finished } = machine.start([
    'restore',
    pipe,
    '--rehearse',
    '--without-erased-list',
  ])
  const writer = await open(pipe, 'w')
  await writer.write(readFileSync(join(BACKUP_URL, name)).subarray(0, 20_000))
  const [folder = ''] = readdirSync(machine.dataDir).filter((file) => file.startsWith('rehearsal-'))
  const pidFile = join(machine.dataDir, folder, 'postgres/cluster/postmaster.pid')
  const lines = await vi.waitFor(() => {
    const found = readFileSync(pidFile, 'utf8').split('\n')
    expect(found[7]?.trim()).toBe('ready')
    return found
  }, 60_000)
  const hasServer = () => {
    try {
      return process.kill(Number(lines[0]), 0)
    } catch {
      return false
    }
  }
  return { machine, child, finished, writer, before, BACKUP_URL, hasServer }
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a rehearsal that %s interrupts stops its database and leaves nothing (security 12.481)',
  async (signal) => {
    const { machine, child, finished, writer, before, hasServer } = await beginRehearsal()
    child.kill(signal)
    await vi.waitFor(() => expect(hasServer()).toBe(false), 60_000)
    await writer.close()
    const { code, stderr } = await finished
    expect([code, stderr]).toEqual([1, 'El ensayo se interrumpió y se borró: no cambió nada.\n'])
    expect(readdirSync(machine.dataDir)).toEqual(before)
  },
)

test('the next rehearsal removes what a killed one left, with its database, and nothing of one that runs (security 12.481)', async () => {
  const killed = await beginRehearsal()
  const { machine, before, BACKUP_URL } = killed
  const rehearse = () => machine.command(['restore', '--rehearse'], { BACKUP_URL })
  expect((await rehearse()).code).toBe(0)
  expect([killed.hasServer(), readdirSync(machine.dataDir).length]).toEqual([
    true,
    before.length + 1,
  ])
  killed.child.kill('SIGKILL')
  await killed.finished
  await killed.writer.close()
  expect((await machine.command(['doctor'])).stdout).toMatch(
    /^AVISO {2}Disco: .* Un ensayo de restauración que se cortó dejó \S+rehearsal-\S+, una copia/m,
  )
  expect((await rehearse()).code).toBe(0)
  expect(readdirSync(machine.dataDir)).toEqual(before)
  await vi.waitFor(() => expect(killed.hasServer()).toBe(false), 60_000)
})
