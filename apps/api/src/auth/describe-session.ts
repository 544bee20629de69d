import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { nameProblem } from '@carpeta/domain/people/name-rules'
import Bowser from 'bowser'
import { type CountryResponse, Reader } from 'mmdb-lib'

const MAX_DEVICE = 60
const UNKNOWN_DEVICE = 'Equipo desconocido'

/** For example 'Chrome en Android'. Emails show it, and a browser may call itself anything. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return UNKNOWN_DEVICE
  const { browser, os } = Bowser.parse(userAgent)
  const text = [browser.name, os.name].filter(Boolean).join(' en ')
  return text === '' || nameProblem(text, MAX_DEVICE) ? UNKNOWN_DEVICE : text
}

/** The country of an address, in Spanish. */
export function describePlace(address: string): string {
  const plain = address.replace(/^::ffff:/, '')
  if (isIP(plain) === 0) return 'Lugar desconocido'
  if (/^(127\.|::1$)/.test(plain)) return 'Este computador'
  if (/^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|f[cd]|fe80:)/i.test(plain)) return 'Red interna'
  const code = countryCode(plain)
  return (code && countryNames.of(code)) || 'Lugar desconocido'
}

const countryNames = new Intl.DisplayNames('es-CL', { type: 'region' })

let reader: Reader<CountryResponse> | undefined

/** Reads a table that comes with the package, when first needed; calls no service. */
function countryCode(address: string): string | null {
  const file = createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  )
  reader ??= new Reader(readFileSync(file))
  const record: unknown = reader.get(address)
  if (typeof record !== 'object' || record === null || !('country_code' in record)) return null
  return typeof record.country_code === 'string' ? record.country_code : null
}
