import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A rule about the imports of a file; targets are paths from the root or package names. */
interface Direction {
  files: string
  except?: string[]
  /** Everything else is forbidden. */
  only?: string[]
  never?: string[]
  /** Forbidden except for types. */
  neverAtRunTime?: string[]
  because: string
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** The folders of the API from top to bottom, as the table of `docs/architecture.md` lists them. */
export const apiModules = modulesIn(readFileSync(join(root, 'docs/architecture.md'), 'utf8'))

function modulesIn(architecture: string): string[] {
  const [, section = ''] = architecture.split('## Modules of the API')
  const [table = ''] = section.split('\n## ')
  return [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name)
}

/** The shared folders of the web, and the other ones that each may import; a feature may import all of them. */
const webFolders: Record<string, string[]> = {
  api: ['connection'],
  connection: ['ui'],
  documents: ['api', 'session', 'ui'],
  environment: ['ui'],
  forms: ['api', 'session', 'ui'],
  list: ['api', 'forms', 'session', 'ui'],
  offline: [],
  session: ['api', 'connection', 'environment', 'offline', 'ui'],
  styles: [],
  ui: [],
  uploads: ['api', 'connection', 'documents', 'session', 'ui'],
}

const api = 'apps/api/src'
const web = 'apps/web/src'
const tests = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**']

const directions: Direction[] = [
  {
    files: 'packages/domain/src/**',
    except: tests,
    only: ['packages/domain/src/**'],
    because: 'domain imports nothing',
  },
  {
    files: 'packages/contract/src/**',
    except: tests,
    only: ['packages/contract/src/**', 'packages/domain/src/**', 'zod'],
    because: 'contract imports domain and zod',
  },
  {
    files: 'apps/api/**',
    never: ['apps/web/**', 'e2e/**', 'react', 'react-dom', '@mantine/**'],
    because: 'api and web never import each other',
  },
  {
    files: 'apps/web/**',
    never: ['apps/api/**', 'e2e/**', 'fastify', 'drizzle-orm', 'drizzle-orm/**', 'pg'],
    because: 'api and web never import each other',
  },
  {
    files: `${web}/**`,
    except: tests,
    never: ['node:*', 'node:**'],
    because: 'the web runs in a browser',
  },
  {
    files: `${web}/**`,
    except: tests,
    neverAtRunTime: [
      'packages/contract/src/!(default-environments|offline-sales|read-sale).ts',
      'zod',
    ],
    because: 'zod stays out of the bundle: of the contract the web takes types',
  },
  {
    files: 'e2e/**',
    except: ['e2e/shots/**'],
    never: ['apps/web/**', 'apps/api/src/**', 'packages/contract/**'],
    because: 'e2e acts as a browser and a mailbox reader',
  },
  {
    files: 'e2e/shots/**',
    never: ['apps/web/src/!(testing)/**', 'apps/api/src/**', 'packages/contract/**'],
    because: 'pictures show what the tests of the web build',
  },
  {
    files: `${api}/**`,
    except: [...tests, `${api}/{http,observability}/**`, `${api}/app.ts`, '**/*-routes.ts'],
    never: ['fastify', 'fastify-*', '@fastify/**'],
    because: 'only routes, http and observability import Fastify',
  },
  {
    files: `${api}/**`,
    except: [...tests, `${api}/observability/open-tracing.ts`],
    neverAtRunTime: ['@opentelemetry/**'],
    because: 'OpenTelemetry is loaded only when its variables are set',
  },
  {
    files: `${api}/**`,
    except: [...tests, `${api}/observability/metrics.ts`, `${api}/cli/monitoring.ts`],
    neverAtRunTime: ['prom-client', `${api}/observability/{metrics,open-tracing}.ts`],
    because: 'the libraries of metrics and traces are loaded only when settings ask for them',
  },
  {
    files: `${api}/**`,
    except: [...tests, `${api}/db/**`, '**/*-tables.ts'],
    never: ['drizzle-orm', 'drizzle-orm/**', 'pg'],
    because: 'only tables and db import Drizzle and the driver',
  },
  {
    files: `${api}/**`,
    except: [...tests, `${api}/db/**`, '**/*-store.ts', '**/personal-data.ts'],
    never: [`${api}/db/query.ts`],
    because: 'only stores, personal data and db query',
  },
  ...apiModules.map((name, index) => ({
    files: `${api}/${name}/**`,
    except: tests,
    never: apiModules.slice(0, index).map((above) => `${api}/${above}/**`),
    because: `${name} is below in the table of docs/architecture.md`,
  })),
  {
    files: `${api}/**`,
    except: [...tests, `${api}/*.ts`, `${api}/cli/**`],
    never: [`${api}/*.ts`],
    because: 'app.ts and its neighbours compose the modules, which never import them',
  },
  ...Object.entries(webFolders).map(([name, others]) => ({
    files: `${web}/${name}/**`,
    except: tests,
    never: [`${web}/!(${[name, ...others].join('|')})/**`],
    because: `${name} is shared: of the web it may import ${others.join(', ') || 'no other folder'}`,
  })),
  {
    files: `${web}/*/**`,
    except: [...tests, `${web}/app/**`],
    never: [`${web}/app/**`, `${web}/*.{ts,tsx}`],
    because: 'app and the table of pages put the features together, which never import them',
  },
  {
    files: `${web}/*/**`,
    except: tests,
    never: [`${web}/**/*-screen.tsx`],
    because: 'only the table of pages imports a page',
  },
]

interface ForbiddenImport {
  file: string
  target: string
  because: string
}

/** Every import that breaks a direction. */
export function forbiddenImports(root: string): ForbiddenImport[] {
  const files = globSync('{packages,apps,e2e}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /node_modules|dist/.test(String(path)),
  })
  return files.flatMap((file) =>
    forbiddenImportsOf(file.replaceAll('\\', '/'), readFileSync(join(root, file), 'utf8')),
  )
}

export function forbiddenImportsOf(file: string, source: string): ForbiddenImport[] {
  const bound = directions.filter(
    ({ files, except = [] }) => matches(file, [files]) && !matches(file, except),
  )
  return importsOf(file, source).flatMap(({ target, isType }) =>
    bound
      .filter(
        ({ only, never = [], neverAtRunTime = [] }) =>
          matches(target, never) ||
          (!isType && matches(target, neverAtRunTime)) ||
          (only && !matches(target, only)),
      )
      .map(({ because }) => ({ file, target, because })),
  )
}

interface Import {
  /** A path from the root or a package name. */
  target: string
  /** Imports only types. */
  isType: boolean
}

const STATEMENT =
  /\b(?:import|export)\s+(type\s)?\s*([\w*${}\s,]*?)\s*from\s*'([^']+)'|\bimport\s*\(?\s*'([^']+)'/g

/** Static and dynamic imports and re-exports, in the order of the file. */
export function importsOf(file: string, source: string): Import[] {
  return [...source.matchAll(STATEMENT)].map(([, type, names = '', from, bare]) => ({
    target: resolveImport(file, from ?? bare ?? ''),
    isType: type !== undefined || hasOnlyTypes(names),
  }))
}

/** `{ type A, type B }`. */
function hasOnlyTypes(names: string): boolean {
  const [, inside] = /^\{([\s\S]*)\}$/.exec(names.trim()) ?? []
  const each = (inside ?? '').split(',').filter((name) => name.trim() !== '')
  return each.length > 0 && each.every((name) => /^\s*type\s/.test(name))
}

/** Relative imports and those of our packages become paths from the root; others stay as they are. */
function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(file), specifier)
  const ours = /^@carpeta\/(domain|contract)\/(.+)$/.exec(specifier)
  return ours ? `packages/${ours[1]}/src/${ours[2]}.ts` : specifier
}

function matches(path: string, globs: string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob))
}
