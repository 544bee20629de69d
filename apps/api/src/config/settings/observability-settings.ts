import { z } from 'zod'
import { ConfigError } from '../config-error.ts'
import type { ServerConfig } from './server-settings.ts'
import { port } from './setting-kinds.ts'

/** What the portal tells monitors about itself. */
export const observabilitySettings = {
  /** The port of the metrics for Prometheus; without it there are none. */
  METRICS_PORT: port.optional(),
  /** The address on which the metrics listen. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
}

const schema = z.object(observabilitySettings)

export interface ObservabilityConfig {
  metrics: { port: number; host: string } | null
}

/** @throws {ConfigError} */
export function observabilityConfig(
  { METRICS_PORT: metricsPort, METRICS_HOST: host }: z.infer<typeof schema>,
  { port: portalPort }: Pick<ServerConfig, 'port'>,
): ObservabilityConfig {
  if (metricsPort === portalPort) {
    throw new ConfigError(
      'METRICS_PORT es el puerto del portal (PORT): las métricas necesitan uno propio, que no sea público.',
    )
  }
  return { metrics: metricsPort === undefined ? null : { port: metricsPort, host } }
}
