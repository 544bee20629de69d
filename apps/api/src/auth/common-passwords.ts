import { dictionary } from '@zxcvbn-ts/language-common'

const known: string[] = dictionary['passwords-common']
const MAX_COMMON = 3000
const common = new Set(known)
/** Words that are a password once a digit and a sign are hung on them, the Spanish ones too. */
const words = new Set([
  ...known.slice(0, MAX_COMMON).filter((word) => word.length >= 4),
  ...['clave', 'contrasena', 'secreto', 'hola', 'chile', 'colocolo', 'temuco', 'concepcion'],
])

/** `Password1!` is `password` with what the rules ask for hung on it (security.md 6.13). */
export function isCommonPassword(password: string): boolean {
  const plain = password
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return common.has(plain) || words.has(core)
}
