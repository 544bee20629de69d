import { dictionary } from '@zxcvbn-ts/language-common'

const known: string[] = dictionary['passwords-common']
const MAX_COMMON = 3000
const common = new Set(known)
/** Words that stay guessable with a digit and a sign added; some are Spanish. */
const words = new Set([
  ...known.slice(0, MAX_COMMON).filter((word) => word.length >= 4),
  'clave',
  'contrasena',
  'secreto',
  'hola',
  'chile',
  'colocolo',
  'temuco',
  'concepcion',
])

/** Also refuses `Password1!`: a common word with the required characters added (docs/security.md 6.13). */
export function isCommonPassword(password: string): boolean {
  const plain = password
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(plain) || words.has(core)
}
