import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { TooSlow } from '../errors.ts'

/** How fast a call must arrive; times in milliseconds. */
export interface ArrivalLimits {
  headersMs: number
  /** A whole body, of a call that takes no file. */
  bodyMs: number
  /** A whole upload: 10 MB from a phone take minutes. */
  uploadMs: number
  /** An upload must bring `progressBytes` in each `progressMs`. */
  progressMs: number
  progressBytes: number
}

export const arrivalLimits: ArrivalLimits = {
  headersMs: 10_000,
  bodyMs: 15_000,
  uploadMs: 285_000,
  progressMs: 15_000,
  progressBytes: 16 * 1024,
}

/** The server's own limits, which have no sentence; a body reaches those of `limitArrival` first. */
export function serverLimits({ headersMs, uploadMs }: ArrivalLimits) {
  const requestTimeout = uploadMs + headersMs + 5000
  return {
    requestTimeout,
    http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(1000, headersMs) },
  }
}

/** Ends bodies that arrive too slowly with a sentence, counted from the moment they may be read. */
export function limitArrival(app: FastifyInstance, limits: ArrivalLimits): void {
  app.addHook('preParsing', async (request, reply) => {
    const isUpload = request.routeOptions.config.upload === true
    const timeout = setTimeout(() => endBody(request), isUpload ? limits.uploadMs : limits.bodyMs)
    const progress = isUpload ? watchProgress(request, limits) : undefined
    whenOver(request, reply, () => {
      clearTimeout(timeout)
      clearInterval(progress)
    })
  })
}

function watchProgress(request: FastifyRequest, limits: ArrivalLimits): NodeJS.Timeout {
  const { raw } = request
  let before = raw.socket.bytesRead
  return setInterval(() => {
    const received = raw.socket.bytesRead - before
    before = raw.socket.bytesRead
    // Bytes that wait here are not the client's fault: the disk is slow.
    if (received < limits.progressBytes && raw.readableLength === 0) endBody(request)
  }, limits.progressMs)
}

/** Fails the reading of the body. The connection stays open, because it carries the answer. */
function endBody({ raw }: FastifyRequest): void {
  if (!raw.complete && raw.listenerCount('error') > 0) raw.emit('error', new TooSlow())
}

function whenOver({ raw }: FastifyRequest, reply: FastifyReply, work: () => void): void {
  raw.once('end', work)
  reply.raw.once('close', work)
}
