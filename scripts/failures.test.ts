import { expect, test } from 'vitest'
import { storyFailures, vitestFailures } from './failures.mjs'

test('a failed test is told by file, name and the head of its message', () => {
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

test('a file that could not be read is a failure of its own', () => {
  const report = {
    testResults: [
      { name: 'links.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  }
  expect(vitestFailures(report)).toEqual(['✗ links.test.ts\n    no such module'])
})

test('a failed story is told from however deep, and what kept all from beginning too', () => {
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

test('of a step that left no report nothing is told', () => {
  expect([...vitestFailures(null), ...storyFailures(null)]).toEqual([])
})
