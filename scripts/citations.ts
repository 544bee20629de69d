import { posix } from 'node:path'
import type { Repository } from './source/read-repository.ts'
import { sourceParts } from './source/source-parts.ts'
import { testTitles, titleMatches } from './source/test-titles.ts'

interface DeadCitation {
  file: string
  line: number
  citation: string
  because: string
}

interface Passage {
  file: string
  line: number
  text: string
}

/** Documents whose rows name the file and the test of each statement. */
const evidenceDocuments = ['docs/specification.md', 'docs/security.md']

/** Citations in comments and documents that lead nowhere. */
export function deadCitations(repository: Repository): DeadCitation[] {
  const passages = [...repository].flatMap(([file, text]) => passagesOf(file, text))
  return [
    ...passages.flatMap((passage) => deadSections(passage, repository)),
    ...passages.flatMap((passage) => deadDecisions(passage, repository)),
    ...passages.flatMap((passage) => deadPaths(passage, repository)),
    ...passages.flatMap((passage) => deadLinks(passage, repository)),
    ...evidenceDocuments.flatMap((document) => deadRows(document, repository)),
  ]
}

/** The comments of code, the lines of documents. */
function passagesOf(file: string, text: string): Passage[] {
  if (file.endsWith('.md')) {
    return text.split('\n').map((line, index) => ({ file, line: index + 1, text: line }))
  }
  if (!/\.(tsx?|mjs|css)$/.test(file)) return []
  return sourceParts(text)
    .filter(({ kind }) => kind === 'comment')
    .flatMap((comment) =>
      comment.text.split('\n').map((line, index) => ({
        file,
        line: comment.line + index,
        text: line,
      })),
    )
}

const sectionList = String.raw`§?\d+(?:\.\d+)*(?:(?:, | and | to )§?\d+(?:\.\d+)*)*`
const numberedDocument = new RegExp(
  String.raw`(?<document>[\w./-]+\.md),? (?<numbers>${sectionList})`,
  'g',
)
const bareSection =
  /(?:RFC \d+ |\b(?:spec|specification|design|wire|security|models|house|peers)(?:\.md)?,? )?§ ?\d+(?:\.\d+)*/gi

/** `docs/security.md 3.11` needs a heading or a row 3.11; a section without a document is dead too. */
function deadSections({ file, line, text }: Passage, repository: Repository): DeadCitation[] {
  const numbered = [...text.matchAll(numberedDocument)].flatMap((match) => {
    const document = resolve(match.groups?.document ?? '', file, repository)[0]
    const numbers = match.groups?.numbers?.match(/\d+(\.\d+)*/g) ?? []
    if (document === undefined) return [] // deadPaths reports it
    return numbers
      .filter((number) => !hasSection(repository.get(document) ?? '', number))
      .map((number) => ({
        file,
        line,
        citation: `${document} §${number}`,
        because: 'no heading or row has this number',
      }))
  })
  const bare = [...text.replaceAll(numberedDocument, '').matchAll(bareSection)]
    .filter(([citation]) => !citation.startsWith('RFC'))
    .map(([citation]) => ({ file, line, citation, because: 'names no document of the repository' }))
  return [...numbered, ...bare]
}

function hasSection(document: string, number: string): boolean {
  const digits = number.replaceAll('.', String.raw`\.`)
  return new RegExp(String.raw`^(#+ ${digits}\.? |\| ${digits} \|)`, 'm').test(document)
}

/** A citation of a decision names its page or its number. */
function deadDecisions({ file, line, text }: Passage, repository: Repository): DeadCitation[] {
  const cited = text.matchAll(/decisions\/(?<page>\d{4})\b|\bdecisions? (?<number>\d+)\b/gi)
  return [...cited].flatMap(({ 0: citation, groups }) => {
    const number = groups?.page ?? groups?.number?.padStart(4, '0')
    const exists = [...repository.keys()].some((path) =>
      path.startsWith(`docs/decisions/${number}-`),
    )
    return exists ? [] : [{ file, line, citation, because: 'no such decision' }]
  })
}

const pathSign = String.raw`[\w@.*{},<>…-]`
const sourcePath = new RegExp(
  String.raw`(?<![\w/.…<>*-])${pathSign}+(?:/${pathSign}+)*\.(?:tsx?|mjs|css|md|sql)\b(?!\.?\w)`,
  'g',
)
const folderPath = /(?<![\w/.-])(?:apps|packages|docs|e2e|scripts)\/[\w@.*{},<>…/-]*[\w>*}]/g

/** A file may be cited by the end of its path, a folder only by its whole path. */
function deadPaths({ file, line, text }: Passage, repository: Repository): DeadCitation[] {
  const named = new Set([
    ...[...text.matchAll(sourcePath)].map(([path]) => path),
    ...[...text.matchAll(folderPath)].map(([path]) => path),
  ])
  return [...named]
    .filter((path) => !isOutside(path) && resolve(path, file, repository).length === 0)
    .map((citation) => ({ file, line, citation, because: 'no such path in the repository' }))
}

/** Generated paths, which are never committed, and decisions, which have their own check. */
function isOutside(path: string): boolean {
  return /(^|\/)(dist|node_modules|data|shots)(\/|$)|decisions\/\d{4}$|decisions\/NNNN/.test(path)
}

/** The files or the folder at this path or path ending; `…`, `*` and `<name>` match any text. */
export function resolve(name: string, from: string, repository: Repository): string[] {
  const relative = name.startsWith('.') ? posix.join(posix.dirname(from), name) : name
  const path = relative.replace(/^\.\//, '').replace(/\/$/, '')
  const resolved = resolvedPaths.get(repository) ?? new Map<string, string[]>()
  resolvedPaths.set(repository, resolved)
  const found = resolved.get(path) ?? findPaths(path, [...repository.keys()])
  resolved.set(path, found)
  return found
}

const resolvedPaths = new WeakMap<Repository, Map<string, string[]>>()

function findPaths(path: string, files: string[]): string[] {
  const ends = path
    .split(/(…|\*+|<[^>]*>|\{[^}]*\})/)
    .map((piece, index) => (index % 2 === 0 ? escapePattern(piece) : placeholder(piece)))
    .join('')
  const pattern = new RegExp(`(^|/)${ends}$`)
  const found = files.filter((file) => pattern.test(file))
  if (found.length > 0) return files.includes(path) ? [path] : found
  const folder = new RegExp(`^((?:.*/)?${ends})/`)
  return [...new Set(files.flatMap((file) => folder.exec(file)?.[1] ?? []))]
}

function placeholder(piece: string): string {
  if (!piece.startsWith('{')) return piece === '**' ? '.*' : '[^/]*'
  return `(?:${piece.slice(1, -1).split(',').map(escapePattern).join('|')})`
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** Links of a document to other files of the repository. */
function deadLinks({ file, line, text }: Passage, repository: Repository): DeadCitation[] {
  if (!file.endsWith('.md')) return []
  return [...text.matchAll(/\]\((?<target>[^)#\s]+)[^)]*\)/g)]
    .map(({ groups }) => groups?.target ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const path = posix.join(posix.dirname(file), target)
      return ![...repository.keys()].some((known) => `${known}/`.startsWith(`${path}/`))
    })
    .map((citation) => ({ file, line, citation, because: 'the link leads nowhere' }))
}

const notTested = 'no test'

/** Rows that name a missing file, test or title, and untested rows that are not listed. */
function deadRows(document: string, repository: Repository): DeadCitation[] {
  const text = repository.get(document)
  if (text === undefined) return []
  const rows = evidenceRows(text)
  const listed = listedAsUntested(text)
  return rows.flatMap(({ line, number, holders, evidence }) => {
    const dead = (citation: string, because: string) => ({
      file: document,
      line,
      citation,
      because,
    })
    const counted = rows.filter((row) => row.number === number).length
    return [
      ...(counted > 1 ? [dead(number, 'two rows have this number')] : []),
      ...quotedNames(holders)
        .filter((name) => resolve(name, document, repository).length !== 1)
        .map((name) => dead(name, 'is not exactly one path of the repository')),
      ...(evidence === notTested
        ? [listed.has(number) ? [] : dead(number, 'has no test and is not listed')].flat()
        : deadEvidence(evidence, document, repository).map(([name, because]) =>
            dead(name, because),
          )),
      ...(evidence !== notTested && listed.has(number)
        ? [dead(number, 'has a test and is listed as untested')]
        : []),
    ]
  })
}

interface EvidenceRow {
  line: number
  number: string
  holders: string
  evidence: string
}

/** Rows of the tables whose head ends with 'held by' and 'proven by'. */
function evidenceRows(text: string): EvidenceRow[] {
  let isEvidence = false
  return text.split('\n').flatMap((row, index) => {
    if (!row.startsWith('|')) {
      isEvidence = false
      return []
    }
    const cells = row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    if (cells.at(-2) === 'held by' && cells.at(-1) === 'proven by') isEvidence = true
    else if (isEvidence && !/^-+$/.test(cells[0] ?? '')) {
      const [number = '', , holders = '', evidence = ''] = cells
      return [{ line: index + 1, number, holders, evidence }]
    }
    return []
  })
}

/** The numbers under the heading 'Without a test'. */
function listedAsUntested(text: string): Set<string> {
  const section = text.split(/^## /m).find((part) => /^(\d+\. )?Without a test/.test(part)) ?? ''
  return new Set(section.match(/^- (\d+\.\d+)\b/gm)?.map((item) => item.slice(2)))
}

/** Titles belong to the test file named before them. */
function deadEvidence(
  evidence: string,
  document: string,
  repository: Repository,
): [name: string, because: string][] {
  const names = [...evidence.matchAll(/`(?<file>[^`]+)`|“(?<title>[^”]+)”/g)]
  if (!names.some(({ groups }) => groups?.title)) return [[evidence || '(empty)', 'names no test']]
  let file: string | undefined
  return names.flatMap(({ groups }): [string, string][] => {
    if (groups?.file) {
      const found = resolve(groups.file, document, repository)
      file = found.length === 1 ? found[0] : undefined
      return file === undefined ? [[groups.file, 'is not exactly one file of the repository']] : []
    }
    const title = groups?.title ?? ''
    if (file === undefined) return [[title, 'has no test file before it']]
    const titles = testTitles(repository.get(file) ?? '')
    return titles.some((known) => titleMatches(title, known)) ? [] : [[title, `is not in ${file}`]]
  })
}

function quotedNames(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}
