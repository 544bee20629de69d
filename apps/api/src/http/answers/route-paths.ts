import type { FastifyInstance } from 'fastify'

/** Collects the methods of each path, so that a known path with another method is a 405, not a 404. */
export function routePaths(app: FastifyInstance): (path: string) => string[] {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return
    const known = methods.get(url) ?? new Set(['OPTIONS'])
    for (const name of [method].flat()) known.add(name)
    methods.set(url, known)
  })
  return (path) => {
    for (const [url, known] of methods) if (matches(url, path)) return [...known].toSorted()
    return []
  }
}

function matches(url: string, path: string): boolean {
  const expected = withoutSlash(url).split('/')
  const parts = withoutSlash(path).split('/')
  return (
    expected.length === parts.length &&
    expected.every((part, i) => part.startsWith(':') || part === parts[i])
  )
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/, '')
}
