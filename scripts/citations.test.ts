import { describe, expect, test } from 'vitest'
import { deadCitations } from './citations.ts'
import { readRepository } from './source/read-repository.ts'

const repository = readRepository()

test('every citation in comments and documents leads to a file, row or test of the repository', () => {
  expect(repository.size).toBeGreaterThan(500)
  expect(deadCitations(repository).map(described)).toEqual([])
}, 60_000)

const specification = `# The specification

## 5. Validation rules

| # | statement | held by | proven by |
|---|---|---|---|
| 5.1 | a rut is required | \`login-rules.ts\` | \`login-rules.test.ts\` “an empty form says … missing” |
| 5.2 | a key is refused | \`login-rules.ts\` | no test |

## Without a test

- 5.2 a key is refused
`

const sound: Record<string, string> = {
  'README.md': 'Read [the rules](docs/specification.md#5-validation-rules) and `login-rules.ts`.',
  'docs/specification.md': specification,
  'docs/decisions/0003-embedded-postgres.md': '# 3. Embedded PostgreSQL',
  'packages/domain/src/login-rules.ts':
    '// docs/specification.md §5.1, §5 and docs/decisions/0003.',
  'packages/domain/src/login-rules.test.ts':
    "test('an empty form says both that are missing', () => {})",
}

describe('a dead citation is found', () => {
  test.each([
    ['a document that is not here', '// Lenient by intent (wire.md).', 'wire.md'],
    ['a section of no document', '/** One hour (spec §9). */', 'spec §9'],
    ['a bare section', '// As in §2.', '§2'],
    ['a section in a block comment', '/**\n * x (design §5.14).\n */', 'design §5.14'],
    ['a section that is not there', '// docs/specification.md §6', 'docs/specification.md §6'],
    ['the second of two', '// docs/specification.md §5, §7', 'docs/specification.md §7'],
    ['a row that is not there', '// docs/specification.md 5.9', 'docs/specification.md §5.9'],
    ['a decision', '// docs/decisions/0099', 'decisions/0099'],
    ['a decision by its number', '// See decision 4.', 'decision 4'],
    ['a file', '// Its rules are in log-in-rules.ts.', 'log-in-rules.ts'],
    ['a file in the wrong folder', '// contract/src/login-rules.ts', 'contract/src/login-rules.ts'],
    ['a folder', '// See packages/rules/src.', 'packages/rules/src'],
    ['a pattern that fits nothing', '// Every …-store.ts has one.', '…-store.ts'],
  ])('in a comment: %s', (_, comment, citation) => {
    expect(citationsOf({ 'apps/api/src/app.ts': `${comment}\nexport {}` })).toEqual([citation])
  })

  test.each([
    ['a document', 'See `coverage.md`.', 'coverage.md'],
    ['a path', 'The table is in `scripts/rules.ts`.', 'scripts/rules.ts'],
    ['a link', 'See [security](security.md).', 'security.md'],
    ['a link to a picture', '![login](pictures/login.png)', 'pictures/login.png'],
  ])('in a document: %s', (_, text, citation) => {
    expect(citationsOf({ 'docs/testing.md': text })).toContain(citation)
  })

  test.each([
    ['a file', '`login-rules.ts` | `login', '`log-in-rules.ts` | `login', 'log-in-rules.ts'],
    ['a test file', '`login-rules.test.ts`', '`rules.test.ts`', 'rules.test.ts'],
    ['a title', 'an empty form says', 'an empty page says', 'an empty page says … missing'],
    ['the end of a title', '… missing', '… wanting', 'an empty form says … wanting'],
    ['no test at all', '`login-rules.test.ts` “an empty form says … missing”', '', '(empty)'],
    ['a test without a title', ' “an empty form says … missing”', '', '`login-rules.test.ts`'],
    ['a row that is not listed', '- 5.2 a key is refused', '', '5.2'],
    ['a row that is listed and has a test', '- 5.2', '- 5.1 a rut\n- 5.2', '5.1'],
    ['a number that comes twice', '| 5.2 |', '| 5.1 |', '5.1'],
  ])('in a row: %s', (_, before, after, citation) => {
    expect(
      citationsOf({ 'docs/specification.md': specification.replace(before, after) }),
    ).toContain(citation)
  })
})

describe('is not reported', () => {
  test('a citation that leads somewhere', () => {
    expect(citationsOf({})).toEqual([])
  })

  test.each([
    ['code and strings', "const file = 'spec §5, wire.md, gone.ts'"],
    ['an RFC', '// RFC 9110 §15.5 has the statuses.'],
    ['a file by the end of its path', '// src/login-rules.ts holds it.'],
    ['a pattern that fits', '// Every *-rules.ts has one.'],
    ['a build output', '// apps/web/dist/index.html is built.'],
    ['a web address', '// https://example.org/wire/notes'],
  ])('%s', (_, source) => {
    expect(citationsOf({ 'apps/api/src/app.ts': source })).toEqual([])
  })

  test('a title whose cases are written in its table', () => {
    const cases =
      "test.each([['Rosa logs in', 1], ['an empty form says what is missing', 2]])('%s', run)"
    expect(citationsOf({ 'packages/domain/src/login-rules.test.ts': cases })).toEqual([])
  })
})

function citationsOf(changed: Record<string, string>): string[] {
  const files = { ...sound, ...changed }
  return deadCitations(new Map(Object.entries(files))).map(({ citation }) => citation)
}

function described({
  file,
  line,
  citation,
  because,
}: ReturnType<typeof deadCitations>[number]): string {
  return `${file}:${line} ${citation}: ${because}`
}
