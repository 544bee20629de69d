import type { Repository } from './source/read-repository.ts'
import { sourceParts } from './source/source-parts.ts'

/** A word that this project does not use, and the standard term instead. */
interface ForbiddenWord {
  use: string
  /** In names of code and files, split into lower-case words: 'queue letter'. */
  name?: RegExp
  /** In comments, documents and English texts. */
  prose?: RegExp
  /** In texts of the screens, of emails and of the command line. */
  spanish?: RegExp
  /** Names that are forbidden as they are written. */
  names?: string[]
  /** Where the word has its ordinary meaning. */
  except?: RegExp
  exceptIn?: RegExp
}

interface FoundWord {
  file: string
  line: number
  found: string
  use: string
}

const words: ForbiddenWord[] = [
  {
    use: 'email',
    name: /\bletters?\b/i,
    prose: /\b[\w-]*\bletters?\b/i,
    except:
      /letters?,? (?:a |and |or )?(?:digits?|spaces?|signs?)|(?:capital|first|small|one|two|\d+) letters?\b|letters? of other|letter[ -]spacing|letter or two|letters alike|carpeta letters/i,
    // Letters of an alphabet, and the paper size.
    exceptIn:
      /\/(?:password-rules|password-readings|common-passwords|folio|draw-document)(?:\.test)?\.ts$|\/statements\//,
  },
  {
    use: 'correo',
    spanish: /\bcartas?\b/i,
    except: /Carta (?:de solicitud|simple)|carta(?: firmada)?\.pdf/i,
  },
  {
    use: 'enlace',
    spanish: /\b(?:un|el|del|al|su|tu|los|este) links?\b/i,
    // Sentences that the specification quotes.
    except: /con un link para recuperar tu contraseña|El link ya no está disponible/,
  },
  {
    use: 'action',
    name: /\bacts?(?![\p{L}])/u,
    prose:
      /\b(?:an?|the|each|every|one|own|that|this|any|no|such|his|her|their|another|staff|member|request|row|’s|'s) acts?\b(?! (?:as|on|for)\b)/i,
    except: /^can act\b/,
    exceptIn: /\.test\.tsx$|\/testing\//, // `act` of the testing library
  },
  { use: 'audit log', name: /\btrail\b/, prose: /\btrail\b/i },
  { use: 'lock… or locked…', name: /^(?:hold|held)\b/ },
  { use: 'scope', name: /\bshel(?:f|ves)\b/, prose: /\bshel(?:f|ves)\b/i },
  { use: 'active', name: /\bliving\b/, prose: /\bliving\b/i },
  {
    use: 'what it is: stored, saved, dedicated',
    name: /^kept \w+|\w kept (?:text|draft|file)|^keep session$/i,
  },
  {
    use: 'delete, expire or erase',
    name: /\bforg(?:ets?|otten|etting)\b/,
    prose: /\bforg(?:ets?|otten|etting)\b/i,
    except: /forgotten password/i,
  },
  { use: 'timeout', name: /\bpatience\b/i, prose: /\bpatience\b/i },
  { use: 'MAX_…', name: /^(?:MOST|LONGEST)\b/ },
  { use: 'anonymous visitor, or anonymousActor', name: /\bstrangers?\b/, prose: /\bstrangers?\b/i },
  { use: 'labels or messages', name: /\w words$/, except: /same words/ },
  { use: 'upload set', name: /\bhand in\b/, prose: /\bhand-ins?\b/i },
  { use: 'sale_views', name: /\bsale documents\b/ },
  { use: 'StorageError', names: ['DocumentTrouble', 'document-trouble'] },
  { use: 'UsageError', names: ['WrongUse', 'WRONG_USE', 'wrong-use'] },
  { use: 'ConfigError', names: ['WrongSetting'] },
  { use: 'Principal', names: ['Presence', 'presence'] },
  { use: 'DraftKey', names: ['Matter'] },
  { use: 'DraftTarget', names: ['Wanted', 'findWanted', 'find-wanted'] },
  { use: 'IdempotentRequest', names: ['Recognised'] },
  { use: 'upsertDraft', names: ['goOnWith'] },
  { use: 'deleteDuplicateDraft', names: ['dropTypedAgain'] },
  { use: 'isAutosaved', names: ['isTyped', 'is_typed'] },
  { use: 'assignIfUnassigned', names: ['takeRequest', 'take-request'] },
  { use: 'recordEventAndNotify', names: ['announceRequest', 'announce-request'] },
  {
    use: 'recordAuditEvent',
    names: ['recordAction', 'record-action', 'recordRead', 'record-read'],
  },
  { use: 'forbidPrivilegeEscalation', names: ['requireNoGain'] },
  { use: 'findMatchingAccount', names: ['theOneThatFits'] },
  { use: 'registerWorkerLock', names: ['showLife'] },
  { use: 'releaseOrphanedJobs', names: ['freeJobsOfTheDead'] },
  { use: 'rotateSession', names: ['turnSession'] },
  { use: 'route', prose: /\bdoors?\b/i },
  { use: 'module', prose: /\b(?:by|an?|each|every|own) rooms?\b|\brooms\b/i },
  { use: 'queue, or assignee', prose: /\bdesks?\b/i },
  {
    use: 'project',
    prose: /\bhouses?\b/i,
    except: /house icon|\b(?:a|any) house\b/i,
    exceptIn: /drawing|logo/,
  },
  { use: 'mail server', prose: /\bpost[ -]office\b/i },
  { use: 'users, the caller, staff', prose: /\bwhoever\b/i },
  { use: 'earlier', prose: /(?<!told )\bof before\b/i },
  { use: 'a plain sentence', prose: /\blets nobody\b/i },
]

/** Files that may use every word. */
const exempt = [
  /^scripts\/words(?:\.test)?\.ts$/, // this list
  /^apps\/api\/src\/db\/migrations\//, // what has run on databases is not rewritten
]

/** Names that the wire or a library fixes, and where. */
const fixedNames: [name: string, files: RegExp][] = [
  ['request_letters', /./],
  ['letters', /personal-data/], // a field of `datos.json`
  ['stranger', /db\/migrate\.test\.ts$/], // a job's payload before it was renamed
  ['letterSpacing', /./],
]

/** Every forbidden word of the repository, with the term to use. */
export function forbiddenWords(repository: Repository): FoundWord[] {
  return [...repository]
    .filter(([file]) => !exempt.some((pattern) => pattern.test(file)))
    .flatMap(([file, text]) => [...inPath(file), ...inText(file, text)])
}

/** How many there are in each folder of modules, most first. */
export function countByFolder(found: FoundWord[]): [folder: string, count: number][] {
  const counts = new Map<string, number>()
  for (const { file } of found) {
    const depth = /^(?:apps|packages)\//.test(file) ? 4 : 2
    const folder = file.split('/').slice(0, -1).slice(0, depth).join('/') || '.'
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one)
}

function inPath(file: string): FoundWord[] {
  const names = file.split('/').map((segment) => segment.replace(/\..*$/, ''))
  return inNames(names, { file, line: 1 })
}

function inText(file: string, text: string): FoundWord[] {
  if (file.endsWith('.md')) {
    return text.split('\n').flatMap((line, index) => {
      const at = { file, line: index + 1 }
      const names = [...line.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => namesOf(code))
      return [...inNames(names, at), ...inProse(line.replace(/`[^`]+`/g, ''), at)]
    })
  }
  if (!/\.(tsx?|mjs|css)$/.test(file)) return []
  const isCss = file.endsWith('.css')
  return sourceParts(text).flatMap(({ kind, line: first, text: part }) =>
    part.split('\n').flatMap((line, index) => {
      const at = { file, line: first + index }
      if (kind === 'comment') return inProse(line, at)
      if (kind === 'string') return [...inProse(line, at), ...inSpanish(line, at)]
      return isCss ? [] : [...inNames(namesOf(line), at), ...inSpanish(line, at)]
    }),
  )
}

type Position = Pick<FoundWord, 'file' | 'line'>

function inNames(names: string[], at: Position): FoundWord[] {
  return names.flatMap((name) =>
    wordsIn(name)
      .filter(({ exceptIn }) => !exceptIn?.test(at.file))
      .filter(() => !fixedNames.some(([fixed, files]) => fixed === name && files.test(at.file)))
      .map(({ use }) => ({ ...at, found: name, use })),
  )
}

const wordsByName = new Map<string, ForbiddenWord[]>()

/** The same names occur thousands of times. */
function wordsIn(name: string): ForbiddenWord[] {
  const known = wordsByName.get(name)
  if (known) return known
  const split = splitName(name)
  const found = words.filter(
    (word) => (word.names?.includes(name) || word.name?.test(split)) && !word.except?.test(split),
  )
  wordsByName.set(name, found)
  return found
}

/** `queueLetter` and `queue-letter` become 'queue letter'; constants stay in upper case. */
function splitName(name: string): string {
  const split = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_$-]+/g, ' ')
    .trim()
  return /[a-z]/.test(split) ? split.toLowerCase() : split
}

function namesOf(code: string): string[] {
  return code.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []
}

function inProse(text: string, at: Position): FoundWord[] {
  return inPhrases(text, at, ({ prose }) => prose)
}

function inSpanish(text: string, at: Position): FoundWord[] {
  return inPhrases(text, at, ({ spanish }) => spanish)
}

function inPhrases(
  text: string,
  at: Position,
  patternOf: (word: ForbiddenWord) => RegExp | undefined,
): FoundWord[] {
  return words.flatMap((word) => {
    if (word.exceptIn?.test(at.file)) return []
    const pattern = patternOf(word)
    if (!pattern?.test(text)) return []
    const allowed = word.except ? text.replaceAll(new RegExp(word.except, 'gi'), ' ') : text
    const found = pattern.exec(allowed)?.[0]
    return found === undefined ? [] : [{ ...at, found, use: word.use }]
  })
}
