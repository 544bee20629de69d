import { setTimeout as delay } from 'node:timers/promises'
import { DiagLogLevel, diag, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingConfig } from '../config/observability-settings.ts'
import { type SpanRole, setTracing } from '../db/spans.ts'
import type { Logger } from './logger.ts'

/** An unavailable receiver must not delay the end of the process. */
const FLUSH_MS = 2000

const kinds: Record<SpanRole, SpanKind> = {
  call: SpanKind.SERVER,
  job: SpanKind.CONSUMER,
  transaction: SpanKind.INTERNAL,
  statement: SpanKind.CLIENT,
}

/**
 * Sends spans to `OTEL_EXPORTER_OTLP_ENDPOINT`; the library reads that, its headers and the service's
 * name from the environment.
 * @returns what sends the last spans and ends it
 */
export function openTracing(
  { sampler, ratio }: TracingConfig,
  { version, log }: { version: string; log: Logger },
): () => Promise<void> {
  const tell = (message: string) => log.warn({ reason: message }, 'traces are not sent')
  const ignore = () => {}
  diag.setLogger(
    { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector]
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'carpeta', 'service.version': version }))
      .merge(detectResources({ detectors })),
    sampler: samplers[sampler](ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('carpeta', version)
  setTracing((role, name, attributes, parent) =>
    tracer.startSpan(
      name,
      { kind: kinds[role], attributes },
      parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
    ),
  )
  return async () => {
    setTracing(null)
    const sent = provider.shutdown().catch((error: unknown) => tell(String(error)))
    await Promise.race([sent, delay(FLUSH_MS, undefined, { ref: false })])
  }
}

/** Their names in the environment; parents are spans of the same process. */
const samplers: Record<TracingConfig['sampler'], (ratio: number) => Sampler> = {
  always_on: () => parentBased(new AlwaysOnSampler()),
  always_off: () => parentBased(new AlwaysOffSampler()),
  traceidratio: (ratio) => parentBased(new TraceIdRatioBasedSampler(ratio)),
  parentbased_always_on: () => parentBased(new AlwaysOnSampler()),
  parentbased_always_off: () => parentBased(new AlwaysOffSampler()),
  parentbased_traceidratio: (ratio) => parentBased(new TraceIdRatioBasedSampler(ratio)),
}

function parentBased(root: Sampler): Sampler {
  return new ParentBasedSampler({ root })
}
