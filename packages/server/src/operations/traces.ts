import type { Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { EndedStep } from '@sdq/core';

export interface TracingOptions {
  /** URL of an OTLP collector, without `/v1/traces`. */
  endpoint: string;
  headers?: Record<string, string>;
  serviceName: string;
  /** Share of sampled requests among those without a sampling decision of the caller: 0 to 1. */
  sampleRatio: number;
}

/** The span of a request. */
export interface RequestTrace {
  step(ended: EndedStep): void;
  end(answered: { status: number; errorCode: string | undefined; units: number; records: number }): void;
}

/** Tracing of requests, with the steps of their queries as child spans. */
export interface Tracing {
  begin(request: {
    method: string;
    route: string;
    requestId: string;
    traceparent: string | undefined;
  }): RequestTrace;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/** Loads OpenTelemetry on demand. */
export async function openTracing(options: TracingOptions): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: options.headers ?? {},
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.sampleRatio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('sdq');
  return {
    begin({ method, route, requestId, traceparent }) {
      const parent = readTraceparent(traceparent);
      const context =
        parent === undefined ? api.ROOT_CONTEXT : api.trace.setSpanContext(api.ROOT_CONTEXT, parent);
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        'sdq.request_id': requestId,
      };
      const span = tracer.startSpan(`${method} ${route}`, { kind: api.SpanKind.SERVER, attributes }, context);
      const within = api.trace.setSpan(context, span);
      const fault = api.SpanStatusCode.ERROR;
      return {
        step: (ended) => addStep(tracer, ended, within, fault),
        end: (answered) => endSpan(span, answered, fault),
      };
    },
    close: () => provider.shutdown(),
  };
}

function addStep(
  tracer: Tracer,
  { step, startedAtMs, durationMs, failed }: EndedStep,
  context: Parameters<Tracer['startSpan']>[2],
  fault: number,
): void {
  const startTime = performance.timeOrigin + startedAtMs;
  const span = tracer.startSpan(step, { startTime }, context);
  if (failed) span.setStatus({ code: fault });
  span.end(startTime + durationMs);
}

function endSpan(span: Span, answered: Parameters<RequestTrace['end']>[0], fault: number): void {
  const { status, errorCode, units, records } = answered;
  span.setAttributes({
    'http.response.status_code': status,
    'sdq.charged_units': units,
    'sdq.records': records,
    ...(errorCode !== undefined && { 'error.type': errorCode }),
  });
  if (status >= 500) span.setStatus({ code: fault });
  span.end();
}

/** Parses W3C Trace Context; undefined when it is invalid. */
function readTraceparent(text: string | undefined): SpanContext | undefined {
  const parts = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text ?? '');
  const [, traceId = '', spanId = '', flags = '0'] = parts ?? [];
  if (parts === null || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
