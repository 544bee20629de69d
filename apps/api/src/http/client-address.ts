import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'

/** Whose forwarded addresses are believed. `true` is one proxy: what lies beyond, the client wrote. */
export function trustedProxies({ trustProxy }: Pick<Config, 'trustProxy'>) {
  return trustProxy === true ? (_address: string, hop: number) => hop < 1 : trustProxy
}

/** The visitor's address; a forwarded one that is none at all counts as the proxy's own. */
export function clientAddress(request: FastifyRequest): string {
  return isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? '')
}
