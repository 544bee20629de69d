import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../test/free-port.ts'
import { result } from './result.ts'

// `npm start` in a fresh clone until the portal answers, and what the clone's folder takes then. npm's cache is as warm as it
// is: run it twice to be sure. Only Linux tells the processor's time. `node apps/api/bench/cold-start.bench.ts [COMMIT]`

const commit = process.argv[2] ?? 'HEAD'
const TICKS_A_SECOND = 100
const root = fileURLToPath(new URL('../../..', import.meta.url))
const clone = mkdtempSync(join(tmpdir(), 'carpeta-cold-'))
const git = (...args: string[]) => execFileSync('git', args, { stdio: 'ignore' })
try {
  git('clone', '--quiet', root, clone)
  git(
    '-C',
    clone,
    'checkout',
    '--quiet',
    execFileSync('git', ['rev-parse', commit]).toString().trim(),
  )
  const port = await freePort()
  const begin = performance.now()
  const portal = spawn('npm', ['start'], {
    cwd: clone,
    // Its processes are a group, which can be counted and ended.
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Without the variables and programs of the repository that this bench runs in.
    env: { PATH: withoutBin(process.env.PATH ?? ''), HOME: process.env.HOME, PORT: String(port) },
  })
  const group = portal.pid ?? 0
  while (!(await fetch(`http://localhost:${port}/api/health/ready/`).catch(() => null))?.ok) {
    if (portal.exitCode !== null) throw new Error(`npm start ended: ${portal.exitCode}`)
    await delay(100)
  }
  const seconds = (performance.now() - begin) / 1000
  const cpu = cpuSecondsOf(group)
  const [size = ''] = execFileSync('du', ['-sm', clone]).toString().split('\t')
  process.kill(-group, 'SIGTERM')
  await once(portal, 'exit')
  const load = (loadavg()[0] ?? 0).toFixed(1)
  console.log(`${seconds.toFixed(0)} s, ${cpu} s of the processor, ${size} MB; load ${load}`)
  result({ what: 'npm start in a fresh clone', value: seconds, unit: 's', aim: { atMost: 90 } })
  result({ what: 'its time of the processor', value: cpu, unit: 's' })
  result({ what: 'the folder', value: Number(size), unit: 'MB' })
} finally {
  rmSync(clone, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}

function withoutBin(path: string): string {
  return path
    .split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':')
}

/** The processor time of a process group, with its ended children. */
function cpuSecondsOf(group: number): number {
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      const stat = readStat(pid)
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const times = fields.slice(11, 15)
      return fields[2] === group ? times.reduce((sum, time) => sum + time, 0) : 0
    })
  return Math.round(ticks.reduce((sum, each) => sum + each, 0) / TICKS_A_SECOND)
}

/** Empty for a process that has just ended. */
function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
