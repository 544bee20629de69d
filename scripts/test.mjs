// Runs every check from a fresh clone: types, lint, unit tests, API tests on a real PostgreSQL and
// stories in a real browser. The last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storyFailures, vitestFailures } from './failures.mjs'
import { buildWeb, env, findBrowser, findServers, install, root } from './prepare.mjs'

const MEMORY = '/dev/shm'
const REQUIRED_BYTES = 2 * 1024 ** 3

const results = join(root, 'test-results')
const temporary = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), 'carpeta-'))
// PostgreSQL runs as another user and needs access.
chmodSync(temporary, 0o755)
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }))
let passed = 0
let failed = 0

install()
rmSync(results, { recursive: true, force: true })
mkdirSync(results)

// The test of the release packs it.
buildWeb()
check('types', 'npm', ['run', '--silent', 'types'])
check('lint', 'npm', ['run', '--silent', 'lint'])

const vitestFile = join(results, 'vitest.json')
const vitest = step(
  'unit and API',
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestFile}`],
  findServers(),
)
const unit = readJson(vitestFile)
count(unit?.numPassedTests ?? 0, unit?.numFailedTests ?? 0, vitest)

const playwrightFile = join(results, 'playwright.json')
const playwright = step('end to end', 'npm', ['run', '--silent', 'e2e'], {
  CHROMIUM_PATH: findBrowser(),
  PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightFile,
})
const stories = readJson(playwrightFile)
const { expected = 0, flaky = 0, unexpected = 0 } = stories?.stats ?? {}
count(expected + flaky, unexpected, playwright)

for (const failure of [...vitestFailures(unit), ...storyFailures(stories)])
  console.log(`\n${failure}`)

console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

function check(name, command, args) {
  const succeeded = step(name, command, args)
  count(succeeded ? 1 : 0, succeeded ? 0 : 1, succeeded)
}

function step(name, command, args, more = {}) {
  console.log(`\n— ${name}`)
  const options = { cwd: root, env: { ...env, TMPDIR: temporary, ...more }, stdio: 'inherit' }
  return spawnSync(command, args, options).status === 0
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
