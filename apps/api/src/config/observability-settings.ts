import { z } from 'zod'
import type { ServerConfig } from './server-settings.ts'
import { flag, port, url } from './setting-kinds.ts'
import { ConfigError } from './usage-error.ts'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Metrics and traces. */
export const observabilitySettings = {
  /** The port of the metrics for Prometheus; without it there are none. */
  METRICS_PORT: port.optional(),
  /** The address on which the metrics listen. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** Where traces are sent, as OTLP over HTTP; without it there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/).optional(),
  /** The same with the whole path, for traces alone. */
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url(/^https?$/).optional(),
  /** none sends no traces, although an endpoint is set; so does the next one with true. */
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
  OTEL_SDK_DISABLED: flag.default(false),
  /** Which calls and jobs are traced. */
  OTEL_TRACES_SAMPLER: z.enum(samplers).default('parentbased_always_on'),
  /** The share of them, from 0 to 1, where the sampler asks for one. */
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/)
    .transform(Number)
    .default(1),
}

const schema = z.object(observabilitySettings)

export interface TracingConfig {
  sampler: (typeof samplers)[number]
  ratio: number
}

export interface ObservabilityConfig {
  tracing: TracingConfig | null
  metrics: { port: number; host: string } | null
}

/** @throws {ConfigError} */
export function observabilityConfig(
  set: z.infer<typeof schema>,
  { port: portalPort }: Pick<ServerConfig, 'port'>,
): ObservabilityConfig {
  const { METRICS_PORT: metricsPort, METRICS_HOST: host } = set
  if (metricsPort === portalPort) {
    throw new ConfigError(
      'METRICS_PORT es el puerto del portal (PORT): las métricas necesitan uno propio, que no sea público.',
    )
  }
  const endpoint = set.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? set.OTEL_EXPORTER_OTLP_ENDPOINT
  const isTraced = endpoint && set.OTEL_TRACES_EXPORTER === 'otlp' && !set.OTEL_SDK_DISABLED
  return {
    metrics: metricsPort === undefined ? null : { port: metricsPort, host },
    tracing: isTraced
      ? { sampler: set.OTEL_TRACES_SAMPLER, ratio: set.OTEL_TRACES_SAMPLER_ARG }
      : null,
  }
}
