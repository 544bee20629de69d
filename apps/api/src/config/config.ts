import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { type AccessConfig, accessConfig, accessSettings } from './access-settings.ts'
import {
  type AccountingConfig,
  accountingConfig,
  accountingSettings,
  type UfConfig,
  ufConfig,
  ufSettings,
} from './accounting-settings.ts'
import {
  type CooperativeConfig,
  cooperativeConfig,
  cooperativeSettings,
} from './cooperative-settings.ts'
import { type FileConfig, fileConfig, fileSettings } from './file-settings.ts'
import {
  type ObservabilityConfig,
  observabilityConfig,
  observabilitySettings,
} from './observability-settings.ts'
import {
  type OnlinePaymentsConfig,
  onlinePaymentsConfig,
  paymentRefusals,
  paymentSettings,
} from './payment-settings.ts'
import { productionRefusals } from './production-rules.ts'
import { retentionConfig, retentionSettings } from './retention-settings.ts'
import { type ServerConfig, serverConfig, serverSettings } from './server-settings.ts'
import { ConfigError } from './usage-error.ts'

export { ConfigError } from './usage-error.ts'

const settings = z.object({
  ...serverSettings,
  ...observabilitySettings,
  ...accessSettings,
  ...accountingSettings,
  ...ufSettings,
  ...fileSettings,
  ...retentionSettings,
  ...cooperativeSettings,
  ...paymentSettings,
})

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settings.shape)

/** The parsed settings, by theme. */
export type Config = ServerConfig &
  ObservabilityConfig &
  AccessConfig &
  AccountingConfig &
  UfConfig &
  FileConfig &
  ReturnType<typeof retentionConfig> &
  CooperativeConfig &
  OnlinePaymentsConfig

/** The only place that reads the environment; an empty setting counts as not set. @throws {ConfigError} naming the setting */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  refuseMisspelt(env)
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
    const wrong = names.map((name) => `${name}${shownValue(name, env[name])}`).join(', ')
    throw new ConfigError(`Configuración no válida: ${wrong}. Ver docs/operations.md.`)
  }
  const set = parsed.data
  const refusals =
    set.ENVIRONMENT === 'production' ? [...productionRefusals(set), ...paymentRefusals(set)] : []
  if (refusals.length > 0) throw new ConfigError(refusals.join('\n'))
  const server = serverConfig(set, env)
  return {
    ...server,
    ...observabilityConfig(set, server),
    ...accountingConfig(set),
    ...ufConfig(set, server),
    ...fileConfig(set, server, env),
    ...retentionConfig(set),
    ...cooperativeConfig(set, server),
    ...onlinePaymentsConfig(set, server),
    // Last: it may write a file, which wrong settings must not.
    ...accessConfig(set, server),
  }
}

/** In every environment: with 'ENVIROMENT=production' the portal would be a local one. */
function refuseMisspelt(env: NodeJS.ProcessEnv): void {
  const found = misspeltSettings(Object.keys(env), settingNames)
  if (found.length === 0) return
  const sentences = found.map(
    ({ name, setting }) =>
      `La variable ${name} no existe: ¿quiso decir ${setting}? Corríjala, o quítela del entorno.`,
  )
  throw new ConfigError(sentences.join('\n'))
}

/** URLs of databases and mail servers, and keys, may contain a password. */
function shownValue(name: string, value = ''): string {
  return /_URL$|_ENDPOINT$|KEY|PASSWORD/.test(name) && name !== 'PUBLIC_URL'
    ? ''
    : ` (vale «${value}»)`
}

/** Up to this length only swapped characters are a slip: many short names are alike. */
const SHORT_NAME = 5
/** Up to this length one wrong character is a slip, above it two. */
const MIDDLE_NAME = 8

/** Other programs' variables: cron gives MAILFROM to what it runs. */
const others: readonly string[] = ['MAILFROM']

/** Variables that look like a setting but are none: 'ENVIROMENT' for ENVIRONMENT. */
function misspeltSettings(
  given: readonly string[],
  settings: readonly string[],
): { name: string; setting: string }[] {
  return given
    .filter((name) => !settings.includes(name) && !others.includes(name))
    .flatMap((name) => {
      const setting = settings.find((each) => isSlipOf(each, name))
      return setting ? [{ name, setting }] : []
    })
}

function isSlipOf(setting: string, name: string): boolean {
  if (charactersOf(setting) === charactersOf(name)) return true
  if (setting.length <= SHORT_NAME) return false
  return distance(setting, name.toUpperCase()) <= (setting.length <= MIDDLE_NAME ? 1 : 2)
}

function charactersOf(name: string): string {
  return [...name].toSorted().join('')
}
