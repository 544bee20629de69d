import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { writeManySales } from './many-sales.ts'

// Rehearses a disaster with the commands themselves: an installation with made-up sales is backed up,
// encrypted, restored on another one, and compared. `npm run test:long -- restore=2000`

const sales = Number(process.argv[2] ?? 2000)
const carpeta = fileURLToPath(new URL('../src/carpeta.ts', import.meta.url))
const reportMemory = fileURLToPath(new URL('./report-memory.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'carpeta-rehearsal-'))
// The account `postgres` must enter it.
chmodSync(folder, 0o755)
const identity = await generateIdentity()
const results: { step: string; seconds: number; memoryMb: number }[] = []

try {
  const [first, second] = [installation('first'), installation('second')]
  const backups = join(folder, 'backups')
  const key = join(folder, 'backup-key.txt')
  writeFileSync(key, identity, { mode: 0o600 })
  const exported = join(folder, 'ventas.ndjson')
  await writeManySales(exported, { count: sales, cutoff: '2026-11-01T06:00:00-03:00' })
  run('import', first, ['import', exported])
  run('backup', first, ['backup', backups, '--recipient', await identityToRecipient(identity)])
  const secret = readFileSync(join(first, 'secret-key'), 'utf8').trim()
  const restored = run('restore', second, ['restore', backups, '--identity', key], secret)
  console.log(restored)
  run('verify', second, ['verify'], secret)
  run('audit verify', second, ['audit', 'verify'], secret)
  const again = join(folder, 'again.tar.gz')
  run('backup, not encrypted', second, ['backup', again], secret)
  console.table(results)
  console.log(`${sales} sales; ${Math.round(statSync(again).size / 1e6)} MB compressed.`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function installation(name: string): string {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o755)
  return dataDir
}

/** @returns what the command says @throws when it fails */
function run(step: string, dataDir: string, args: string[], secret?: string): string {
  const memory = join(folder, 'memory')
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', reportMemory, carpeta, ...args],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        ENVIRONMENT: 'local',
        DATA_DIR: dataDir,
        BENCH_MEMORY_FILE: memory,
        ...(secret && { SECRET_KEY: secret }),
      },
    },
  )
  if (status !== 0) throw new Error(`${step} ended with ${status}: ${stdout}${stderr}`)
  const seconds = Math.round((performance.now() - start) / 100) / 10
  results.push({ step, seconds, memoryMb: Number(readFileSync(memory, 'utf8')) })
  return stdout
}
