import { expect, test } from 'vitest'
import { storyFailures, vitestFailures } from './failures.mjs'

test('a failed test is described by file, name and the first lines of its message', () => {
  const report = {
    testResults: [
      {
        name: 'links.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'a link works once', status: 'passed', failureMessages: [] },
          {
            fullName: 'a link ends',
            status: 'failed',
            failureMessages: [
              '\u001b[31mAssertionError\u001b[39m: expected 200\n  at links.test.ts',
            ],
          },
        ],
      },
    ],
  }
  expect(vitestFailures(report)).toEqual([
    '✗ links.test.ts › a link ends\n    AssertionError: expected 200\n      at links.test.ts',
  ])
})

test('a file that does not load is a failure', () => {
  const report = {
    testResults: [
      { name: 'links.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  }
  expect(vitestFailures(report)).toEqual(['✗ links.test.ts\n    no such module'])
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
  expect([...vitestFailures(null), ...storyFailures(null)]).toEqual([])
})
