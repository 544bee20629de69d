import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config/config.ts'

/** Proxies whose forwarded addresses are trusted. `true` is one proxy: the client may forge the rest. */
export function trustedProxies({ trustProxy }: Pick<Config, 'trustProxy'>) {
  return trustProxy === true ? (_address: string, hop: number) => hop < 1 : trustProxy
}

/** The visitor's address in its one spelling; the proxy's own when the forwarded one is not valid. */
export function clientAddress(request: FastifyRequest): string {
  return normalAddress(request.ip) ?? normalAddress(request.socket.remoteAddress ?? '') ?? ''
}

/**
 * One spelling for each address: lower case, shortened, without zone or port, and IPv4 for an IPv4
 * address that is written as IPv6. Null when it is no address.
 */
export function normalAddress(text: string): string | null {
  const address = text
    .replace(/^\[(.*)\](:\d+)?$/s, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/s, '')
  // The library alone would also accept octal, hexadecimal and shortened IPv4 addresses.
  return isIP(address) === 0 ? null : ipaddr.process(address).toString()
}
