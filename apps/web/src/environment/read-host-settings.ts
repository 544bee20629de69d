import { environmentDefaults } from '@carpeta/contract/default-environments'
import type { Environment } from '@carpeta/contract/environments'

// Written by hand: a schema library would be a tenth of the scripts of the login.

type Fields = Record<string, unknown>

const ENVIRONMENTS = ['local', 'test', 'production'] as const

/** What an operator's table does not say is left out of the page; nobody is told the sample's contact. */
const nobody = { company: '', contact_email: '', contact_phone: '', office_address: '' }

/** A complete row from a row of the host table, and what is wrong with it. */
export function readHostSettings(row: unknown): { settings: Environment; problems: string[] } {
  const given: Fields = isRecord(row) ? row : {}
  const problems: string[] = []
  const environment = ENVIRONMENTS.find((each) => each === given.environment) ?? 'production'
  const fallback = { ...environmentDefaults(environment), ...nobody }
  const settings: Fields = { ...fallback }
  for (const [name, usual] of Object.entries(fallback)) {
    const value = given[name]
    if (value === undefined) problems.push(`falta ${name}`)
    else if (isValid(name, value, usual)) settings[name] = value
    else problems.push(`${name} no es válido`)
  }
  if (given.retention !== undefined) settings.retention = readPeriods(given.retention, problems)
  for (const name of Object.keys(given)) {
    if (!(name in settings)) problems.push(`${name} no se conoce`)
  }
  return { settings: settings as Environment, problems }
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isValid(name: string, value: unknown, usual: unknown): boolean {
  if (name === 'environment') return ENVIRONMENTS.some((each) => each === value)
  return typeof usual === 'number' ? isPeriod(value) : typeof value === typeof usual
}

function readPeriods(given: unknown, problems: string[]): Fields {
  const periods = Object.entries(isRecord(given) ? given : {})
  const valid = periods.filter(([, value]) => isPeriod(value))
  if (!isRecord(given) || valid.length < periods.length) problems.push('retention no es válido')
  return Object.fromEntries(valid)
}

function isPeriod(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
