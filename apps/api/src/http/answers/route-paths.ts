import type { FastifyInstance } from 'fastify'

/**
 * The target of a call as routes and hooks know it. A client may name the host in it (RFC 9112 §3.2.2); a path
 * that cannot be decoded is taken literally, since Fastify would answer it without any hook.
 */
export function routedTarget({ url = '' }: { url?: string | undefined }): string {
  const target = url.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
  const [path = ''] = target.split(/[?#]/, 1)
  return isDecodable(path) ? target : path.replaceAll('%', '%25') + target.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}

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
