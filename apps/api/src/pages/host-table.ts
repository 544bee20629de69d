import { defaultEnvironments, environmentDefaults } from '@carpeta/contract/default-environments'
import type { Environments } from '@carpeta/contract/environments'
import { browserInactivityLimit } from '@carpeta/domain/access/session-rules'
import type { Config } from '../config/config.ts'
import { cooperativeOf } from '../config/cooperative-settings.ts'

/** `/environments.json`: the table of the web's build, with this portal's host added. */
export function hostTable(config: Config): Environments {
  const { retention } = config
  const max_inactivity = browserInactivityLimit(config.sessionIdleMs)
  return {
    ...defaultEnvironments,
    localhost: {
      ...defaultEnvironments.localhost,
      api: `http://localhost:${config.port}`,
      max_inactivity,
      retention,
    },
    [config.publicUrl.hostname]: {
      ...environmentDefaults(config.environment),
      ...cooperativeOf(config),
      max_inactivity,
      retention,
    },
  }
}
