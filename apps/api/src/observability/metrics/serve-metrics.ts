import { createServer } from 'node:http'
import type { Metrics } from './open-metrics.ts'

/** Serves `/metrics` on its own port, which is not public. @returns what stops it */
export async function serveMetrics(
  { scrape, contentType }: Pick<Metrics, 'scrape' | 'contentType'>,
  { port, host }: { port: number; host: string },
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    scrape().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((listening, fail) => {
    server.once('error', fail).listen(port, host, listening)
  }).catch(() => {
    throw new Error(
      `El puerto ${port} de las métricas no se puede usar en ${host}. Indique otro con METRICS_PORT.`,
    )
  })
  return async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
}
