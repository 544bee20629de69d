import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { ConnectionOptions } from 'mysql2'
import { UnreadableExport } from '../../files/unreadable-export.ts'

/** Where accounting's database is, and who reads it. */
export interface DatabaseAddress {
  /** `mysql://contabilidad@host/erp`: without the password. */
  name: string
  connection: ConnectionOptions
  /** The session stays in the server's time zone, where it would be Chile's. */
  keepsTimeZone: boolean
}

const FORM = 'mysql://USUARIO@SERVIDOR/BASE'
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
const PARAMETERS = new Set(['tls', 'ca', 'socket', 'timezone'])
const DEFAULT_PORT = 3306

export function isDatabaseAddress(text: string): boolean {
  return /^(mysql|mariadb):\/\//i.test(text)
}

/**
 * `mysql://user:password@host:port/database`, with `tls=false` for a connection in clear, `ca` the file
 * of the certificate authority, `socket` a path instead of the host, `timezone=server` for times that are
 * not Chile's. Another host needs TLS unless it says otherwise. @throws {UnreadableExport} whose message never has the password
 */
export function readDatabaseAddress(text: string, password?: string): DatabaseAddress {
  const url = isDatabaseAddress(text) && URL.canParse(text) ? new URL(text) : null
  if (!url) throw new UnreadableExport(`La dirección de la base no es válida: use ${FORM}.`)
  const database = decoded(url.pathname.slice(1))
  const user = decoded(url.username)
  if (!database || !user || !url.hostname) {
    throw new UnreadableExport(
      `A la dirección de la base le falta el usuario, el servidor o la base: use ${FORM}.`,
    )
  }
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.has(name))
  if (unknown) {
    throw new UnreadableExport(
      `La dirección de la base no conoce «${unknown}»: solo tls, ca, socket y timezone.`,
    )
  }
  const timezone = url.searchParams.get('timezone')
  if (timezone !== null && timezone !== 'server') {
    throw new UnreadableExport('En la dirección de la base, timezone solo puede ser server.')
  }
  const socketPath = url.searchParams.get('socket')
  const place = socketPath
    ? { socketPath }
    : { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || DEFAULT_PORT) }
  return {
    name: `mysql://${user}@${url.host}/${database}`,
    connection: {
      ...place,
      user,
      password: url.password ? decoded(url.password) : (password ?? ''),
      database,
      ...tlsOf(url, Boolean(socketPath)),
    },
    keepsTimeZone: timezone === 'server',
  }
}

function tlsOf({ hostname, searchParams }: URL, isSocket: boolean): Pick<ConnectionOptions, 'ssl'> {
  const tls = searchParams.get('tls')
  if (tls !== null && tls !== 'true' && tls !== 'false') {
    throw new UnreadableExport('En la dirección de la base, tls es true o false.')
  }
  const ca = searchParams.get('ca')
  const isLocal = isSocket || LOOPBACK.test(hostname)
  const isNeeded = tls === null ? ca !== null || !isLocal : tls === 'true'
  if (!isNeeded) return {}
  // The driver compares names only: of an address it can check no more than the authority.
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) > 0
  if (isAddress && ca === null) {
    throw new UnreadableExport(
      'Con TLS, la dirección de la base necesita el nombre del servidor en vez de su IP, o el certificado de su autoridad en ?ca=ARCHIVO. Si la red es de confianza, agrega ?tls=false.',
    )
  }
  return {
    ssl: {
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      verifyIdentity: !isAddress,
      ...(ca !== null && { ca: readCertificate(ca) }),
    },
  }
}

function readCertificate(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UnreadableExport(`No se puede leer el certificado ${path}.`, { cause: error })
  }
}

/** A password may have an escaped '%' or '@'. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new UnreadableExport(
      'En la dirección de la base hay un «%» que no es parte de un código: escríbalo %25.',
    )
  }
}
