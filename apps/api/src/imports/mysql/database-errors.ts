import { UnreadableExport } from '../sources/export-source.ts'
import type { DatabaseAddress } from './database-address.ts'

interface DatabaseError extends Error {
  code?: string
  errno?: number
  sqlMessage?: string
}

const connectionProblems: Record<string, string> = {
  ECONNREFUSED: 'nadie responde en esa dirección',
  ENOTFOUND: 'el servidor no existe',
  EAI_AGAIN: 'el servidor no se encuentra',
  EHOSTUNREACH: 'no se llega al servidor',
  ENETUNREACH: 'no se llega al servidor',
  ENOENT: 'el socket no existe',
  ETIMEDOUT: 'el servidor no responde',
  PROTOCOL_SEQUENCE_TIMEOUT: 'el servidor no responde',
  PROTOCOL_CONNECTION_LOST: 'el servidor cerró la conexión',
  ECONNRESET: 'el servidor cerró la conexión',
  ER_ACCESS_DENIED_ERROR: 'el usuario o la clave no son correctos',
  ER_DBACCESS_DENIED_ERROR: 'el usuario no tiene acceso a esa base',
  ER_BAD_DB_ERROR: 'esa base no existe',
  ER_CON_COUNT_ERROR: 'el servidor tiene demasiadas conexiones',
  HANDSHAKE_NO_SSL_SUPPORT:
    'el servidor no ofrece TLS; si la red es de confianza, agrega ?tls=false a la dirección',
  HANDSHAKE_SSL_ERROR:
    'el certificado del servidor no es de confianza, o es de otro nombre; indica el de su autoridad con ?ca=ARCHIVO',
}

/** Says why no connection could be made, or why it ended, without the password. */
export function connectionFailure({ name }: DatabaseAddress, error: unknown): UnreadableExport {
  const { code = '', message } = error as DatabaseError
  const problem = connectionProblems[code] ?? `${message} (${code})`
  return new UnreadableExport(`No se pudo leer ${name}: ${problem}.`, { cause: error })
}

/** Says which query failed, and what the server answered. */
export function queryFailure(file: string, error: unknown): UnreadableExport {
  const { errno, sqlMessage, message } = error as DatabaseError
  const number = errno === undefined ? '' : ` (error ${errno})`
  return new UnreadableExport(`La consulta ${file} falló: ${sqlMessage ?? message}${number}.`, {
    cause: error,
  })
}

/** The server itself refused the statement; every other failure is of the connection. */
export function isOfStatement(error: unknown): boolean {
  const { sqlMessage, code = '' } = error as DatabaseError
  return sqlMessage !== undefined && !(code in connectionProblems)
}
