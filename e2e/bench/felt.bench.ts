import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { result } from '../../apps/api/bench/result.ts'
import { portalServer, browser as settings } from '../portal-server.ts'
import { openPortal } from '../support/own-portal.ts'
import { type Felt, feltBy } from './felt.ts'
import { median } from './loads.ts'

// What a member feels on a slow phone, in this version and in a built copy of another one, in turn: the machine's other
// work slows both. BENCH_BEFORE names the other one, by a commit or a folder; by default the last release.

const ROUNDS = Number(process.env.BENCH_RUNS ?? 5)

/** Of the other version's figure. */
const AIMS: Partial<Record<keyof Felt, number>> = {
  'balance readable': 0.75,
  'balance readable, processor 4 times as slow': 0.8,
  'login usable': 0.85,
  'login usable, processor 4 times as slow': 0.85,
  'bytes of /': 1,
  'bytes of /dashboard': 1,
}
const LIMITS: Partial<Record<keyof Felt, number>> = {
  'layout shift from login to dashboard': 0.05,
  'balance readable, second visit': 1000,
}

const other = process.env.BENCH_BEFORE ?? lastRelease()
const before = other && builtCopyOf(other)
const versions = before ? [portalServer.cwd, before] : [portalServer.cwd]

const portals = []
const browser = await chromium.launch(settings.launchOptions)
const rounds: Felt[][] = versions.map(() => [])
try {
  for (const [at, folder] of versions.entries()) portals.push(await openPortal({}, { folder, at }))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, { url }] of portals.entries()) {
      const felt = await feltBy(browser, url)
      // The first visits also warm the portal up.
      if (round > 0) rounds[at]?.push(felt)
    }
  }
} finally {
  await browser.close()
  for (const portal of portals) await portal.stop()
}
report()

function report(): void {
  const [now = [], then = []] = rounds
  console.log(`medians of ${ROUNDS}; load of the machine ${loadavg()[0]?.toFixed(1)}\n`)
  const names = Object.keys(now[0] ?? {}) as (keyof Felt)[]
  for (const name of names) {
    const value = median(now.map((felt) => felt[name]))
    const unit = unitOf(name)
    const limit = LIMITS[name]
    result({ what: name, value, unit, ...(limit !== undefined && { aim: { atMost: limit } }) })
    if (then.length === 0) continue
    const former = median(then.map((felt) => felt[name]))
    const aim = AIMS[name]
    console.log(
      [name.padEnd(44), ...[former, value, value / former].map((figure) => columnOf(figure))].join(
        '',
      ),
    )
    if (aim === undefined) continue
    result({ what: `${name}, of ${other}`, value: value / former, unit: '', aim: { atMost: aim } })
  }
}

function columnOf(figure: number): string {
  return figure.toFixed(figure < 10 ? 3 : 0).padStart(10)
}

function unitOf(name: keyof Felt): string {
  if (name.startsWith('bytes')) return 'bytes'
  return name.startsWith('layout') ? '' : 'ms'
}

function lastRelease(): string | undefined {
  try {
    const options = { cwd: portalServer.cwd, encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync('git', ['describe', '--tags', '--abbrev=0'], options).trim()
  } catch {
    return undefined
  }
}

/** A work tree of its own, which stays for the next time. */
function builtCopyOf(version: string): string {
  if (existsSync(join(version, 'package.json'))) return version
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: portalServer.cwd, encoding: 'utf8' }).trim()
  const folder = join(tmpdir(), `carpeta-${git('rev-parse', '--short', `${version}^{commit}`)}`)
  if (!existsSync(folder)) git('worktree', 'add', '--detach', folder, version)
  const build = "import('./scripts/prepare.mjs').then((to) => { to.install(); to.buildWeb() })"
  execFileSync('node', ['-e', build], { cwd: folder, stdio: 'inherit' })
  return folder
}
