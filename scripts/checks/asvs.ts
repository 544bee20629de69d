/** The requirements of level 1 and 2 of ASVS 5.0.0: for each chapter its sections with their numbers. */
const requirements: Record<number, string> = {
  1: '1:1-2 2:1-9 3:1-11 4:1-3 5:1-2',
  2: '1:1-3 2:1-3 3:1-4 4:1',
  3: '2:1-2 3:1-4 4:1-6 5:1-5 7:1-2',
  4: '1:1-3 2:1 3:1-2 4:1-4',
  5: '1:1 2:1-3 3:1-2 4:1-3',
  6: '1:1-3 2:1-12 3:1-4 4:1-4 5:1-5 6:1-3 8:1-4',
  7: '1:1-3 2:1-4 3:1-2 4:1-5 5:1-2 6:1-2',
  8: '1:1-2 2:1-3 3:1 4:1',
  9: '1:1-3 2:1-4',
  10: '1:1-2 2:1-2 3:1-4 4:1-11 5:1-5 6:1-2 7:1-3',
  11: '1:1-2 2:1-3 3:1-3 4:1-4 5:1 6:1',
  12: '1:1-3 2:1-2 3:1-4',
  13: '1:1 2:1-5 3:1-2 4:1-5',
  14: '1:1-2 2:1-4 3:1-3',
  15: '1:1-3 2:1-3 3:1-7',
  16: '1:1 2:1-5 3:1-4 4:1-3 5:1-3',
  17: '1:1 2:1-4 3:1-2',
}

export const verdicts = ['held', 'held, no test', 'not applicable', 'not held'] as const

export interface Requirement {
  number: string
  verdict: string
  /** The rows that prove it, what holds it without a test, or the reason. */
  because: string
}

/** Every number, such as 6.2.12. */
export function requirementNumbers(): string[] {
  return Object.entries(requirements).flatMap(([chapter, sections]) =>
    sections.split(' ').flatMap((each) => {
      const [section = '', range = ''] = each.split(':')
      const [first = 0, last = first] = range.split('-').map(Number)
      return Array.from(
        { length: last - first + 1 },
        (_, i) => `${chapter}.${section}.${first + i}`,
      )
    }),
  )
}

/** The rows of `docs/security-asvs.md`. */
export function readRequirements(text: string): Requirement[] {
  return tableRows(text)
    .filter(([number = '']) => /^\d+\.\d+\.\d+$/.test(number))
    .map(([number = '', , , verdict = '', because = '']) => ({ number, verdict, because }))
}

/** For each chapter, and for all, how many requirements have each verdict. */
export function readCounts(text: string): Map<string, number[]> {
  const counts = tableRows(text).filter(([name = '']) => /^(\[\d+ .*|all)$/.test(name))
  return new Map(
    counts.map(([name = '', ...cells]) => [/\d+|all/.exec(name)?.[0] ?? '', cells.map(Number)]),
  )
}

/** The rows of other documents that a reason cites: `docs/security.md 3.5, 3.4`. */
export function citedRows(because: string): { document: string; number: string }[] {
  const citations = because.matchAll(/(?<document>docs\/[\w-]+\.md) (?<numbers>\d[\d., ]*)/g)
  return [...citations].flatMap(({ groups }) =>
    (groups?.numbers?.match(/\d+\.\d+/g) ?? []).map((number) => ({
      document: groups?.document ?? '',
      number,
    })),
  )
}

function tableRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}
