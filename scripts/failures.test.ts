import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { storyFailures } from './failures.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What the reporter writes of a run of these files, each with its text. */
function runVitest(files: Record<string, string>) {
  mkdirSync(join(root, 'test-results'), { recursive: true })
  // Within the repository, where the files find Vitest.
  const folder = mkdtempSync(join(root, 'test-results/failures-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const report = join(folder, 'report.json')
  const reporter = fileURLToPath(new URL('failures.mjs', import.meta.url))
  const args = ['run', '--root', folder, '--config', join(folder, 'vitest.config.mjs')]
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {}')
  spawnSync(join(root, 'node_modules/.bin/vitest'), [...args, `--reporter=${reporter}`], {
    env: { ...process.env, VITEST_REPORT: report },
  })
  return JSON.parse(readFileSync(report, 'utf8'))
}

test('failed tests, hooks, files that do not load and workers that end are failures with their messages', () => {
  const { passed, failed, failures } = runVitest({
    'links.test.js': `import { test, expect } from 'vitest'
      test('a link works once', () => {})
      test('a link ends', () => expect(404).toBe(200))`,
    'hooks.test.js': `import { beforeAll, describe, test } from 'vitest'
      describe('a portal', () => {
        beforeAll(() => { throw new Error('no database') })
        test('answers', () => {})
      })`,
    'modules.test.js': `import './missing.js'`,
    'worker.test.js': `import { test } from 'vitest'
      test('ends its worker', () => process.kill(process.pid, 'SIGKILL'))`,
  })
  expect([passed, failed]).toEqual([1, 1])
  const text = failures.join('\n')
  expect(text).toMatch(/links\.test\.js › a link ends\n {4}AssertionError: expected 404 to be 200/)
  expect(text).toMatch(/hooks\.test\.js › a portal\n {4}Error: no database/)
  expect(text).toMatch(/modules\.test\.js\n.*missing\.js/)
  expect(text).toMatch(/worker\.test\.js\n {4}did not come to its end/)
  expect(text).toMatch(/outside of a test\n.*[Ww]orker/)
})

test('failed stories at any depth and errors of the start are described', () => {
  const spec = { file: 'log-in.spec.ts', line: 13, title: 'Rosa logs in' }
  const failed = {
    ...spec,
    ok: false,
    tests: [{ results: [{ errors: [{ message: 'timed out' }] }] }],
  }
  const passed = {
    ...spec,
    title: 'she logs out',
    ok: true,
    tests: [{ results: [{ errors: [] }] }],
  }
  const report = {
    errors: [{ message: 'no port' }],
    suites: [{ suites: [{ specs: [failed, passed] }] }],
  }
  expect(storyFailures(report)).toEqual([
    '✗ end to end\n    no port',
    '✗ log-in.spec.ts:13 › Rosa logs in\n    timed out',
  ])
})

test('a step without a report has no failures', () => {
  expect(storyFailures(null)).toEqual([])
})
