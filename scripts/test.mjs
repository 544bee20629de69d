// Runs every check from a fresh clone: types, lint, unit tests, API tests on a real PostgreSQL and
// stories in a real browser. The last line is `N passed, N failed`.
import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'
import { storyFailures } from './failures.mjs'
import { env, findBrowser, findServers, install, isWebBuilt, root } from './prepare.mjs'
import { folderOfThisProcess } from './temporary-folder.mjs'

const MEMORY = '/dev/shm'
const REQUIRED_BYTES = 2 * 1024 ** 3

const results = join(root, 'test-results')
const temporary = folderOfThisProcess(hasRoomInMemory() ? MEMORY : undefined)
const running = new Set()
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
let passed = 0
let failed = 0

install()
rmSync(results, { recursive: true, force: true })
mkdirSync(results)

const vitestFile = join(results, 'vitest.json')
const playwrightFile = join(results, 'playwright.json')
const storiesLog = join(results, 'stories.log')

const servers = findServers()
const browser = findBrowser()

// The build needs one core: the types and the lint have the others.
const build = isWebBuilt() ? true : step('build', 'npm', ['run', '--silent', 'build'])
await check('types', 'npm', ['run', '--silent', 'types'])
await check('lint', 'npm', ['run', '--silent', 'lint'])
await check('unused code', 'npm', ['run', '--silent', 'unused'])
if (!(await build)) process.exit(1)

// Much of a test is waiting, so the stories run beside the other tests. Their lines come afterwards.
const stories = runStories()
const vitest = await step(
  'unit and API',
  'vitest',
  ['run', '--reporter=default', '--reporter=./scripts/failures.mjs'],
  { ...servers, VITEST_REPORT: vitestFile },
)
const unit = readJson(vitestFile)
count(unit?.passed ?? 0, unit?.failed ?? 0, vitest)

const playwright = await stories
console.log('\n— end to end')
process.stdout.write(readFileSync(storiesLog))
const report = readJson(playwrightFile)
const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {}
count(expected + flaky, unexpected, playwright)

for (const failure of [...(unit?.failures ?? []), ...storyFailures(report)])
  console.log(`\n${failure}`)

console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

async function check(name, command, args) {
  const succeeded = await step(name, command, args)
  count(succeeded ? 1 : 0, succeeded ? 0 : 1, succeeded)
}

function step(name, command, args, more = {}) {
  console.log(`\n— ${name}`)
  return runTool(command, args, more, 'inherit')
}

async function runStories() {
  const log = openSync(storiesLog, 'w')
  const settings = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile }
  const args = ['test', '--config', 'e2e/playwright.config.ts']
  // Not by npm, which would not pass a signal on.
  const succeeded = await runTool('playwright', args, settings, log)
  closeSync(log)
  return succeeded
}

function runTool(command, args, more, output) {
  const options = {
    cwd: root,
    // Hundreds of processes start: what one has compiled, the others read.
    env: { ...env, TMPDIR: temporary, NODE_COMPILE_CACHE: join(temporary, 'compiled'), ...more },
    stdio: ['inherit', output, output],
  }
  return new Promise((resolve) => {
    const child = spawn(command, args, options)
    running.add(child)
    const end = (code) => {
      running.delete(child)
      if (isStopped) exitWhenStopped()
      else resolve(code === 0)
    }
    child.on('error', end)
    child.on('exit', end)
  })
}

/** Ends what runs. No further step begins, and the folder goes with this process. */
function stop() {
  isStopped = true
  // Ctrl-C reaches them all directly; Playwright ends its portal only on this signal.
  for (const child of running) child.kill('SIGINT')
  exitWhenStopped()
}

function exitWhenStopped() {
  if (running.size === 0) process.exit(130)
}

/** Test databases in memory do not wait for the disk. */
function hasRoomInMemory() {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > REQUIRED_BYTES
}

/** A step that fails without a failed test (a crash, no tests) counts as one failure. */
function count(stepPassed, stepFailed, succeeded) {
  passed += stepPassed
  failed += stepFailed
  if (stepFailed === 0 && (!succeeded || stepPassed === 0)) failed += 1
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
