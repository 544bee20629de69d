import {
  guessableParts,
  isMadeOf,
  termsOf,
} from '@carpeta/domain/access/passwords/password-readings'
import type { Config } from '../../config/config.ts'
import { cooperativeOf } from '../../config/cooperative.ts'
import { isBreached } from './breached-passwords.ts'

const productTerms = [
  'carpeta',
  'virtual',
  'cooperativa',
  'vivienda',
  'viviendas',
  'socio',
  'socia',
  'socios',
  'portal',
]

/**
 * A listed password, also with digits and signs around it or in their place, or the names of the product
 * and of the cooperative (docs/security.md 6.13 and 6.14).
 */
export function isCommonPassword(password: string, config: Pick<Config, 'company'>): boolean {
  const terms = [...productTerms, ...termsOf(cooperativeOf(config).company)]
  return isMadeOf(terms, password) || [...guessableParts(password)].some(isBreached)
}
