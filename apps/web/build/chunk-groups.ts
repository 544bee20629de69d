import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Graph {
  getModuleInfo(id: string): {
    importedIds: string[]
    dynamicallyImportedIds: string[]
    importers: string[]
    dynamicImporters: string[]
  } | null
}

const source = join(import.meta.dirname, '../src')
const main = join(source, 'app/main.tsx')
/** The login page loads them after itself, where the browser has passkeys. */
const passkeyLogin = ['second-factor/passkey-button.tsx', 'second-factor/use-passkey-login.ts'].map(
  (path) => join(source, path),
)
/** The pages load it after themselves. */
const pageWatch = join(source, 'app/page-watch/page-watch.tsx')
const memberArea = join(source, 'app/layout/member-area.tsx')
/** Through this file every module of the library seems to need every other. */
const mantineIndex = /@mantine\/core\/esm\/index\.mjs$/
const everyPage =
  /vite\/preload-helper|@mantine\/core\/esm\/components\/(Input|TextInput|PasswordInput|Button|Burger)\//
const dashboardComponents =
  /@mantine\/core\/esm\/components\/(Tabs|Skeleton|Switch|VisuallyHidden)\//
const dashboard = join(source, 'screens/dashboard/dashboard-screen.tsx')

/** What is loaded by `import()` but needs no file of its own, since these pages have the group anyway. */
export const loadedWith: Record<string, string> = {
  'screens/login/login-by-rut-screen.tsx': 'login',
  'screens/login/login-by-email-screen.tsx': 'login',
  'second-factor/passkey-button.tsx': 'passkeys',
  'second-factor/use-passkey-login.ts': 'passkeys',
  'app/other-screens.ts': 'common',
  'app/page-watch/page-watch.tsx': 'watch',
  'app/layout/member-area.tsx': 'member',
}

/**
 * Few, larger files. Without groups each set of modules that the same screens share becomes a file of
 * its own, and the dashboard loads fifty of them. What one screen alone needs is in its own file.
 */
export function chunkGroups() {
  let groups: Map<string, string> | undefined
  const groupOf = (id: string, graph: Graph) => {
    groups ??= groupModules(graph)
    if (everyPage.test(id)) return 'login'
    return dashboardComponents.test(id) ? 'member' : groups.get(id)
  }
  // A group also takes what its modules import, unless an earlier group has it.
  return [
    // Separate from our own code, which changes with every release.
    {
      name: 'react',
      test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|react-router)\//,
      priority: 9,
    },
    // The first of them take what their modules import.
    ...['login', 'watch', 'common', 'member', 'passkeys', 'forms', 'staff'].map((name, at) => ({
      name: (id: string, graph: Graph) => (groupOf(id, graph) === name ? name : null),
      priority: 8 - at,
      debugName: name,
    })),
  ]
}

/**
 * `login`: every page; `watch`: every page, after itself; `common`: public screens and members; `member`:
 * behind the login; `passkeys`: of the login page; `forms`: what screens behind the login share, and parts
 * that a member opens; `staff`: what only screens of staff share.
 */
function groupModules(graph: Graph): Map<string, string> {
  const publicScreens = screensWhere(({ access }) => access === 'public')
  const guardedScreens = screensWhere(({ access }) => access === 'protected')
  const otherScreens = screensWhere(({ permission }) => permission === undefined)
  const login = closureOf(graph, [
    main,
    ...publicScreens.filter((screen) => screen.includes('/login/')),
  ])
  const open = closureOf(graph, publicScreens)
  const home = closureOf(graph, [memberArea, dashboard])
  const shared = [...home].filter((id) =>
    graph.getModuleInfo(id)?.importers.some((importer) => !home.has(importer)),
  )
  const opened = closureOf(graph, otherScreens, { isOnDemandToo: true })
  const groups = new Map<string, string>()
  for (const id of sharedBy(guardedScreens.map((screen) => closureOf(graph, [screen]))))
    groups.set(id, opened.has(id) ? 'forms' : 'staff')
  const passkeys = closureOf(graph, passkeyLogin)
  for (const id of passkeys) groups.set(id, 'passkeys')
  for (const id of closureOf(graph, [memberArea, ...shared]))
    groups.set(id, open.has(id) ? 'common' : 'member')
  // The login page has no use for the rest of `common`.
  for (const id of passkeys) if (groups.get(id) === 'common') groups.set(id, 'watch')
  for (const id of closureOf(graph, [pageWatch])) groups.set(id, 'watch')
  for (const id of login) groups.set(id, 'login')
  // What else is loaded by `import()` keeps a file of its own.
  for (const id of groups.keys())
    if (graph.getModuleInfo(id)?.dynamicImporters.length) groups.delete(id)
  for (const [path, group] of Object.entries(loadedWith)) groups.set(join(source, path), group)
  return groups
}

/** The modules that several of the screens need. */
function sharedBy(screens: Set<string>[]): string[] {
  const all = new Set(screens.flatMap((screen) => [...screen]))
  return [...all].filter((id) => screens.filter((screen) => screen.has(id)).length > 1)
}

interface Row {
  access: string
  permission?: string
}

/** From the source of the route table, which only the bundler can run. */
function screensWhere(belongs: (row: Row) => boolean): string[] {
  const routes = readFileSync(join(source, 'app/routes.ts'), 'utf8')
  const rows = routes.matchAll(
    /file: '(?<file>[^']+)',\s*access: '(?<access>\w+)'(?:,\s*permission: '(?<permission>[^']+)')?/g,
  )
  return [...rows]
    .map(({ groups }) => groups as unknown as Row & { file: string })
    .filter(belongs)
    .map(({ file }) => join(source, 'screens', file))
}

/** The modules and all that they import, statically or also on demand. */
function closureOf(graph: Graph, ids: string[], { isOnDemandToo = false } = {}): Set<string> {
  const closure = new Set<string>()
  const visit = (id: string) => {
    if (closure.has(id) || mantineIndex.test(id)) return
    closure.add(id)
    const module = graph.getModuleInfo(id)
    module?.importedIds.forEach(visit)
    if (isOnDemandToo) module?.dynamicallyImportedIds.forEach(visit)
  }
  ids.forEach(visit)
  return closure
}
