import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { portalServer } from '../portal-server.ts'

interface Front {
  url: string
  /** The next release: other files of the offline page, and none of the former ones. */
  upgrade(): void
  /** The operator's OFFLINE_STATEMENTS=false. */
  switchOff(): void
  /** The server behind the proxy is down: it answers 502. */
  loseServer(): void
  findServer(): void
  /** Nothing listens any more. */
  stop(): Promise<void>
  start(): Promise<void>
}

const FORMER = 'offline/assets/index-'
const NEXT = 'offline/assets/next-'

/**
 * A proxy before the portal, which a story can stop and change without touching the others. In the
 * browser a session ends after an hour.
 */
export async function openFront(): Promise<Front> {
  const portal = new URL(portalServer.url)
  let isUpgraded = false
  let isOff = false
  let isDown = false

  function targetOf(path: string): string {
    if (isOff && path === '/offline-worker.js') return '/offline-worker-removal.js'
    if (isOff && path.startsWith('/offline/')) return '/nada'
    if (!isUpgraded) return path
    return path.includes(FORMER) ? '/nada' : path.replace(NEXT, FORMER)
  }

  function handle(incoming: IncomingMessage, answer: ServerResponse) {
    if (isDown) {
      answer.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>')
      return
    }
    const { url: path = '/', method, headers } = incoming
    const isText = /^\/(offline-worker\.js|offline\/|environments\.json)$/.test(path)
    const onward = request(
      {
        host: portal.hostname,
        port: portal.port,
        path: targetOf(path),
        method,
        headers: {
          ...headers,
          host: portal.host,
          ...(headers.origin && { origin: portal.origin }),
          // The portal would answer that its own file has not changed.
          ...(isText && {
            'accept-encoding': 'identity',
            'if-none-match': '',
            'if-modified-since': '',
          }),
        },
      },
      (from) => {
        if (!isText) {
          answer.writeHead(from.statusCode ?? 502, from.headers)
          from.pipe(answer)
          return
        }
        const parts: Buffer[] = []
        from.on('data', (part: Buffer) => parts.push(part))
        from.on('end', () => {
          const text = Buffer.concat(parts)
            .toString()
            .replaceAll(portal.origin, '')
            .replaceAll('"max_inactivity":0', '"max_inactivity":3600000')
          const { 'content-length': _, ...others } = from.headers
          answer.writeHead(from.statusCode ?? 502, others)
          answer.end(isUpgraded ? nextRelease(text) : text)
        })
      },
    )
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  }

  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    upgrade() {
      isUpgraded = true
    },
    switchOff() {
      isOff = true
    },
    loseServer() {
      isDown = true
    },
    findServer() {
      isDown = false
    },
    stop() {
      server.closeAllConnections()
      return new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
    start: () => new Promise((resolve) => server.listen(port, resolve)),
  }
}

function nextRelease(text: string): string {
  // The page's own revision, in the name of the worker's cache.
  const revision = /(?<=shell-)[0-9a-f]{32}/
  return text.replaceAll(FORMER, NEXT).replace(revision, 'nextnextnext')
}
