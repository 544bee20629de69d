import { expect, test } from 'vitest'
import { coverage, readSources } from './spec-coverage.ts'

test('every statement has a test that carries its number, and every number a statement (security 11.4, security 11.51)', () => {
  const { statements, faults } = coverage(readSources())
  expect(statements.length).toBeGreaterThan(1000)
  expect(faults).toEqual([])
})

test('a title may carry several numbers; what is missing or leads nowhere is said', () => {
  const { statements, faults } = coverage(
    new Map([
      [
        'docs/specification.md',
        '| 5.1 | a rut is required |\n| 5.2 | a key is refused |\n| 5.3 | open',
      ],
      [
        'docs/security.md',
        [
          '| 3.1 | an id is never adopted |',
          '| 3.2 | TLS 1.2 (not tested: the proxy) |',
          '| 3.3 | a cookie (not tested: it cannot be) |',
          '| 3.3 | twice |',
          '| 7.2.1 | The server checks the session | held: 3.1, §5.1, 3.9 |',
        ].join('\n'),
      ],
      [
        'log-in.test.ts',
        [
          `test('${tagged('Rosa’s rut', '§5.1, security 3.1')}', run)`,
          `test.each([['${tagged('a case', 'security 3.3')}']])("${tagged('none', '§5.9')}", run)`,
        ].join('\n'),
      ],
    ]),
  )
  expect(statements[0]).toEqual({
    number: '§5.1',
    text: 'a rut is required',
    tests: ['log-in.test.ts: Rosa’s rut'],
  })
  expect(faults).toEqual([
    'docs/specification.md: 5.3 has no closing bar',
    'security 3.3: two rows',
    '§5.2: no test',
    "security 3.3: has a test and says 'not tested'",
    '§5.9: no such row; log-in.test.ts: none',
    'ASVS 7.2.1: no row security 3.9',
  ])
})

// Written here as a title would be, the numbers of an example would count.
function tagged(title: string, numbers: string): string {
  return `${title} (${numbers})`
}
