import type { Portal } from '../open-portal.ts'

/** 'METHOD /path' of each route of the API. Fastify prints a tree: each line continues the path above. */
export function routesOf({ app }: Portal): string[] {
  const routes: string[] = []
  const above: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', names = ''] = /^([│├└─ ]*)(\S+) \(([^)]+)\)$/.exec(line) ?? []
    const depth = indent.length / 4
    const path = (above[depth - 1] ?? '') + part
    above[depth] = path
    if (!path.startsWith('/api/')) continue
    for (const method of names.split(', ')) {
      if (method !== 'HEAD' && method !== '-') routes.push(`${method} ${path}`)
    }
  }
  return routes
}
