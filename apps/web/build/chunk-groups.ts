import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Graph {
  getModuleInfo(id: string): {
    importedIds: string[]
    importers: string[]
    dynamicImporters: string[]
  } | null
}

const source = join(import.meta.dirname, '../src')
const main = join(source, 'app/main.tsx')
const memberArea = join(source, 'app/layout/member-area.tsx')
/** Through this file every module of the library seems to need every other. */
const mantineIndex = /@mantine\/core\/esm\/index\.mjs$/
const loginComponents =
  /@mantine\/core\/esm\/components\/(Input|TextInput|PasswordInput|Button|Burger)\//
const dashboardComponents =
  /@mantine\/core\/esm\/components\/(Tabs|Skeleton|Switch|VisuallyHidden)\//
const dashboard = join(source, 'screens/dashboard/dashboard-screen.tsx')

/**
 * Few, larger files. Without groups each set of modules that the same screens share becomes a file of
 * its own, and the dashboard loads fifty of them. What one screen alone needs is in its own file.
 */
export function chunkGroups() {
  let groups: Map<string, string> | undefined
  const groupOf = (id: string, graph: Graph) => {
    groups ??= groupModules(graph)
    return groups.get(id) ?? null
  }
  // A group also takes what its modules import, unless an earlier group has it.
  return [
    // Needed before the first paint, so it must not import another file.
    { name: 'load', test: /vite\/preload-helper/, priority: 3 },
    // Separate from our own code, which changes with every release.
    {
      name: 'react',
      test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
      priority: 2,
    },
    {
      name: (id: string, graph: Graph) =>
        loginComponents.test(id) || groupOf(id, graph) === 'login' ? 'login' : null,
      priority: 1,
      debugName: 'login',
    },
    {
      name: (id: string, graph: Graph) =>
        dashboardComponents.test(id) ? 'member' : groupOf(id, graph),
      debugName: 'shared by screens',
    },
  ]
}

/** `login`: every page; `common`: public screens and members; `member`: behind the login. */
function groupModules(graph: Graph): Map<string, string> {
  const publicScreens = screensOf('public')
  const login = closureOf(graph, [
    main,
    ...publicScreens.filter((screen) => screen.includes('/login/')),
  ])
  const open = closureOf(graph, publicScreens)
  const home = closureOf(graph, [memberArea, dashboard])
  const shared = [...home].filter((id) =>
    graph.getModuleInfo(id)?.importers.some((importer) => !home.has(importer)),
  )
  const groups = new Map<string, string>()
  for (const id of closureOf(graph, [memberArea, ...shared]))
    groups.set(id, open.has(id) ? 'common' : 'member')
  for (const id of login) groups.set(id, 'login')
  // What is loaded by `import()` keeps a file of its own.
  for (const id of groups.keys())
    if (graph.getModuleInfo(id)?.dynamicImporters.length) groups.delete(id)
  return groups
}

/** From the source of the route table, which only the bundler can run. */
function screensOf(access: string): string[] {
  const routes = readFileSync(join(source, 'app/routes.ts'), 'utf8')
  const rows = routes.matchAll(/file: '(?<file>[^']+)',\s*access: '(?<access>\w+)'/g)
  return [...rows]
    .filter(({ groups }) => groups?.access === access)
    .map(({ groups }) => join(source, 'screens', groups?.file ?? ''))
}

/** The modules and all that they import statically. */
function closureOf(graph: Graph, ids: string[]): Set<string> {
  const closure = new Set<string>()
  const visit = (id: string) => {
    if (closure.has(id) || mantineIndex.test(id)) return
    closure.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  ids.forEach(visit)
  return closure
}
