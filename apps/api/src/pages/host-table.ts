import { defaultEnvironments, environmentDefaults } from '@carpeta/contract/default-environments'
import type { Environments } from '@carpeta/contract/environments'
import type { Config } from '../config/config.ts'
import { cooperativeOf } from '../config/cooperative.ts'

/** `/environments.json` (design.md §2): the shipped table with this portal's own host added. */
export function hostTable(config: Config): Environments {
  const { retention } = config
  const own = environmentDefaults(config.environment)
  return {
    ...defaultEnvironments,
    localhost: {
      ...defaultEnvironments.localhost,
      api: `http://localhost:${config.port}`,
      retention,
    },
    [config.publicUrl.hostname]: { ...own, ...cooperativeOf(config), retention },
  }
}
