import { z } from 'zod'
import { misspeltSettings } from './misspelt-settings.ts'
import { productionRefusals } from './production-rules.ts'
import { type AccessConfig, accessConfig, accessSettings } from './settings/access-settings.ts'
import {
  type AccountingConfig,
  accountingConfig,
  accountingSettings,
} from './settings/accounting-settings.ts'
import {
  type CooperativeConfig,
  cooperativeConfig,
  cooperativeSettings,
} from './settings/cooperative-settings.ts'
import { type FileConfig, fileConfig, fileSettings } from './settings/file-settings.ts'
import {
  type ObservabilityConfig,
  observabilityConfig,
  observabilitySettings,
} from './settings/observability-settings.ts'
import { retentionConfig, retentionSettings } from './settings/retention-settings.ts'
import { type ServerConfig, serverConfig, serverSettings } from './settings/server-settings.ts'
import { type UfConfig, ufConfig, ufSettings } from './settings/uf-settings.ts'
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
})

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settings.shape)

/** What the settings say, by the themes of `settings`. */
export type Config = ServerConfig &
  ObservabilityConfig &
  AccessConfig &
  AccountingConfig &
  UfConfig &
  FileConfig &
  ReturnType<typeof retentionConfig> &
  CooperativeConfig

/** The only place that reads the environment. @throws {ConfigError} naming the setting */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  refuseMisspelt(env)
  const parsed = settings.safeParse(env)
  if (!parsed.success) {
    const names = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))]
    const wrong = names.map((name) => `${name}${shownValue(name, env[name])}`).join(', ')
    throw new ConfigError(`Configuración no válida: ${wrong}. Ver docs/operations.md.`)
  }
  const set = parsed.data
  const refusals = set.ENVIRONMENT === 'production' ? productionRefusals(set) : []
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
