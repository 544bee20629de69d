import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'

/** What a file may import; targets are paths from the root, or names of packages. */
interface Direction {
  files: string
  except?: string[]
  /** Nothing else, when given. */
  only?: string[]
  never?: string[]
  because: string
}

/** The api's capabilities and which others each may lean on. */
const capabilities: Record<string, string[]> = {
  accounts: ['audit', 'auth', 'jobs', 'mail', 'throttle', 'users'],
  administration: ['accounts', 'audit', 'auth', 'mail', 'throttle', 'users'],
  audit: [],
  auth: ['audit', 'mail', 'throttle', 'users'],
  calendar: ['audit'],
  documents: ['jobs', 'users'],
  health: [],
  import: ['audit', 'procedures', 'requests', 'sales', 'users'],
  jobs: [],
  mail: ['jobs'],
  openapi: [],
  pages: [],
  'personal-data': [
    ...[
      'accounts',
      'audit',
      'auth',
      'documents',
      'import',
      'jobs',
      'procedures',
      'requests',
      'sales',
    ],
    ...['statements', 'throttle', 'users'],
  ],
  procedures: ['audit'],
  requests: ['audit', 'calendar', 'documents', 'mail', 'procedures', 'sales', 'throttle', 'users'],
  sales: ['audit', 'calendar'],
  sample: ['accounts', 'auth', 'documents', 'import', 'procedures', 'requests', 'sales'],
  statements: ['audit', 'sales', 'throttle', 'users'],
  throttle: ['users'],
  users: [],
  'view-as': ['audit', 'auth', 'users'],
}

/** The web's shared folders and which others each may lean on; screens may lean on all of them. */
const webFolders: Record<string, string[]> = {
  api: [],
  environment: [],
  forms: ['api', 'session', 'ui'],
  list: ['api', 'forms', 'session', 'ui'],
  requests: ['api', 'forms', 'session', 'ui'],
  session: ['api', 'environment', 'ui'],
  ui: [],
}

const api = 'apps/api/src'
const web = 'apps/web/src'
const everyCapability = Object.keys(capabilities).map((name) => `${api}/${name}/**`)
const tests = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**']

export const directions: Direction[] = [
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
    files: 'e2e/**',
    never: ['apps/web/**', 'apps/api/src/**', 'packages/contract/**'],
    because: 'e2e acts as a browser and a mailbox reader',
  },
  {
    files: `${api}/**`,
    except: [...tests, `${api}/http/**`, `${api}/app.ts`, '**/*-routes.ts'],
    never: ['fastify', 'fastify-*', '@fastify/**'],
    because: 'only routes and http know Fastify',
  },
  {
    files: `${api}/**`,
    except: [...tests, `${api}/db/**`, '**/*-store.ts', '**/*-tables.ts'],
    never: ['drizzle-orm', 'drizzle-orm/**', 'pg'],
    because: 'only stores, tables and db know Drizzle',
  },
  {
    files: `${api}/{http,db}/**`,
    except: [`${api}/db/schema.ts`],
    never: everyCapability,
    because: 'capabilities lean on http and db, never back',
  },
  ...Object.entries(capabilities).map(([name, others]) => ({
    files: `${api}/${name}/**`,
    except: tests,
    never: everyCapability.filter(
      (folder) => ![name, ...others].some((allowed) => folder === `${api}/${allowed}/**`),
    ),
    because: `${name} may lean on ${others.join(', ') || 'no other capability'}`,
  })),
  ...Object.entries(webFolders).map(([name, others]) => ({
    files: `${web}/${name}/**`,
    except: tests,
    never: Object.keys(webFolders)
      .concat('app', 'screens')
      .filter((folder) => ![name, ...others].includes(folder))
      .map((folder) => `${web}/${folder}/**`),
    because: `${name} may lean on ${others.join(', ') || 'no other folder'}`,
  })),
  {
    files: `${web}/screens/**`,
    except: tests,
    never: [`${web}/app/**`],
    because: 'app composes the screens, never back',
  },
]

export interface ForbiddenImport {
  file: string
  target: string
  because: string
}

/** Every import of the tree that points the wrong way. */
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
  const targets = [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) =>
    resolveImport(file, match[1] ?? ''),
  )
  const bound = directions.filter(
    ({ files, except = [] }) => matches(file, [files]) && !matches(file, except),
  )
  return targets.flatMap((target) =>
    bound
      .filter(({ only, never = [] }) => matches(target, never) || (only && !matches(target, only)))
      .map(({ because }) => ({ file, target, because })),
  )
}

/** `./x.ts` and `@carpeta/domain/x` become paths from the root; other packages keep their name. */
function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(file), specifier)
  const ours = /^@carpeta\/(domain|contract)\/(.+)$/.exec(specifier)
  return ours ? `packages/${ours[1]}/src/${ours[2]}.ts` : specifier
}

function matches(path: string, globs: string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob))
}
