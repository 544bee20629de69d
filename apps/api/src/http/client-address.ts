import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/** Proxies whose forwarded addresses are trusted. `true` is one proxy: the client may forge the rest. */
export function trustedProxies({ trustProxy }: Pick<Config, 'trustProxy'>) {
  return trustProxy === true ? (_address: string, hop: number) => hop < 1 : trustProxy
}

/** The visitor's address; the proxy's own when the forwarded one is not valid. */
export function clientAddress(request: FastifyRequest): string {
  return isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? '')
}
