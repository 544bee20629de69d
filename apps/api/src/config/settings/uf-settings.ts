import { z } from 'zod'
import type { ServerConfig } from './server-settings.ts'
import { flag, url } from './setting-kinds.ts'

/** Where the values of the UF come from. */
export const ufSettings = {
  /** Whether a job fetches the values of the UF; true in production. */
  UF_FETCH: flag.optional(),
  /** The personal key for the UF of the Comisión para el Mercado Financiero; without it only mindicador.cl is asked. */
  CMF_API_KEY: z.string().trim().optional(),
  /** Where the Comisión para el Mercado Financiero answers. */
  CMF_URL: url(/^https?$/).default('https://api.cmfchile.cl/api-sbifv3/recursos_api'),
  /** Where mindicador.cl answers. */
  MINDICADOR_URL: url(/^https?$/).default('https://mindicador.cl/api'),
}

const schema = z.object(ufSettings)

export interface UfConfig {
  uf: {
    /** Whether the job fetches. */
    fetch: boolean
    cmfApiKey: string | undefined
    cmfUrl: URL
    mindicadorUrl: URL
  }
}

export function ufConfig(
  set: z.infer<typeof schema>,
  { environment }: Pick<ServerConfig, 'environment'>,
): UfConfig {
  return {
    uf: {
      fetch: set.UF_FETCH ?? environment === 'production',
      cmfApiKey: set.CMF_API_KEY || undefined,
      cmfUrl: new URL(set.CMF_URL),
      mindicadorUrl: new URL(set.MINDICADOR_URL),
    },
  }
}
