import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Statement {
  /** As a test carries it: `§5.4` of the specification, `security 3.11` of the other document. */
  number: string
  text: string
  /** 'file: title' of every test that carries the number. */
  tests: string[]
}

/** The two documents and the tests, by their path. */
type Sources = ReadonlyMap<string, string>

interface Coverage {
  statements: Statement[]
  faults: string[]
}

const documents = [
  { file: 'docs/specification.md', mark: '§' },
  { file: 'docs/security.md', mark: 'security ' },
]

const tag = String.raw`(?:§|security )\d+\.\d+`
const taggedTitle = new RegExp(
  String.raw`(['"\`])((?:\\.|(?!\1).)*?) ?\((${tag}(?:, ${tag})*)\)\1`,
  'g',
)

/** Which tests prove each statement of the two documents, and what is missing or leads nowhere. */
export function coverage(sources: Sources): Coverage {
  const tests = new Map<string, string[]>()
  for (const [file, source] of sources) {
    if (!/\.(test|spec)\.tsx?$/.test(file)) continue
    for (const [, , title = '', numbers = ''] of source.matchAll(taggedTitle)) {
      for (const number of numbers.split(', ')) {
        tests.set(number, [...(tests.get(number) ?? []), `${file}: ${title}`])
      }
    }
  }
  const statements = documents.flatMap(({ file, mark }) =>
    [...(sources.get(file) ?? '').matchAll(/^\| (\d+\.\d+) \| (.*) \|$/gm)].map(
      ([, number, text = '']) => ({
        number: `${mark}${number}`,
        text,
        tests: tests.get(`${mark}${number}`) ?? [],
      }),
    ),
  )
  const counted = Map.groupBy(statements, ({ number }) => number)
  const faults = [
    ...documents.flatMap(({ file }) => openRows(file, sources.get(file) ?? '')),
    ...[...counted].filter(([, rows]) => rows.length > 1).map(([number]) => `${number}: two rows`),
    ...statements.flatMap(({ number, text, tests }) => {
      // Some rows of docs/security.md say so, because no test of ours can prove them.
      const isExcused = number.startsWith('security') && text.includes('(not tested: ')
      if (tests.length === 0 && !isExcused) return [`${number}: no test`]
      return tests.length > 0 && isExcused ? [`${number}: has a test and says 'not tested'`] : []
    }),
    ...[...tests]
      .filter(([number]) => !counted.has(number))
      .flatMap(([number, titles]) => titles.map((title) => `${number}: no such row; ${title}`)),
    ...missingRows(sources.get('docs/security.md') ?? '', counted),
  ]
  return { statements, faults }
}

/** Rows without their closing bar, which would be no statements. */
function openRows(file: string, document: string): string[] {
  return [...document.matchAll(/^\| (\d+\.\d+) \|.*$/gm)]
    .filter(([row]) => !/ \| .* \|$/.test(row))
    .map(([, number]) => `${file}: ${number} has no closing bar`)
}

/** Rows that the table of the ASVS names; its requirements are the only numbers of three parts. */
function missingRows(document: string, known: Map<string, unknown>): string[] {
  return [...document.matchAll(/^\| (\d+\.\d+\.\d+)\b.*\| (.*) \|$/gm)].flatMap(
    ([, requirement, verdict = '']) =>
      [...verdict.matchAll(/(?<![\w.])(§?)(\d+\.\d+)\b/g)]
        .map(([, mark, number]) => (mark ? `§${number}` : `security ${number}`))
        .filter((number) => !known.has(number))
        .map((number) => `ASVS ${requirement}: no row ${number}`),
  )
}

export function readSources(): Sources {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const tests = globSync('{apps,packages,e2e,scripts}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules'],
  })
  const paths = [...documents.map(({ file }) => file), ...tests.sort()]
  return new Map(paths.map((path) => [path, readFileSync(root + path, 'utf8')]))
}

if (import.meta.main) {
  const { statements, faults } = coverage(readSources())
  for (const { number, text, tests } of statements) {
    console.log([`${number} ${text}`, ...tests].join('\n    '))
  }
  if (faults.length > 0) console.error(`\n${faults.join('\n')}`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
