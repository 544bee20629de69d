import type { Definition, Method, Received, ShapeOf } from '@carpeta/contract/endpoint'
import { errorResponses } from '@carpeta/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from './api.ts'
import { type Caller, callerOf, type SignedInCaller, signedIn } from './caller.ts'

/** One call, with its input parsed by the definition's schemas. */
export interface Call<D extends Definition> {
  caller: D['access'] extends 'public' | 'import_token' ? Caller : SignedInCaller
  params: Received<D['params']>
  query: Received<D['query']>
  body: Received<D['body']>
  /** For cookies, uploads and files. */
  request: FastifyRequest
  reply: FastifyReply
  /** Aborts when the client goes away before its answer. */
  readonly signal: AbortSignal
}

type Result<D extends Definition> = ShapeOf<D>['answer'] | FastifyReply

type Handler<D extends Definition> = (call: Call<D>) => Result<D> | Promise<Result<D>>

interface PreparedHandler<D extends Definition> {
  /** Runs before the body is validated. */
  guard?: () => void
  handle: Handler<D>
}

type AnyHandler<D extends Definition> = Handler<D> | PreparedHandler<D>

/** Registers every endpoint of a module; the compiler demands a handler for each. */
export function serve<Table extends Record<keyof Table, Definition>>(
  { app }: Pick<Api, 'app'>,
  endpoints: Table,
  handlers: { [Key in keyof Table]: AnyHandler<Table[Key]> },
): void {
  for (const key in endpoints) register(app, key, endpoints[key], handlers[key])
}

function register<D extends Definition>(
  app: Api['app'],
  key: string,
  definition: D,
  handler: AnyHandler<D>,
): void {
  const [method, path] = key.split(' ') as [Method, string]
  const { access, orSelf, inView, allowedBefore, withoutSession, fieldErrors, upload, summary } =
    definition
  const { params, query, body } = definition
  const { guard, handle } = typeof handler === 'function' ? { handle: handler } : handler
  app.route({
    method,
    url: path,
    // A HEAD would issue a folio, mark a document as opened and record a download that nobody gets.
    exposeHeadRoute: definition.file === undefined,
    config: {
      access,
      orSelf,
      inView,
      allowedBefore,
      withoutSession,
      fieldErrors,
      upload: upload !== undefined,
      download: definition.file !== undefined,
    },
    schema: {
      summary,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { ...errorResponses, ...definition.errors, ...answerSchema(definition) },
    },
    ...(guard && { preValidation: async () => guard() }),
    handler: async (request, reply) => {
      reply.code(definition.status ?? 200)
      const caller = callerOf(request)
      return handle({
        caller: access === 'public' || access === 'import_token' ? caller : signedIn(caller),
        params: request.params,
        query: request.query,
        body: request.body,
        request,
        reply,
        get signal() {
          return untilGone(reply)
        },
      } as Call<D>)
    },
  })
}

/** Fastify's `request.signal` no longer aborts once the body has been read. */
function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const tell = () => {
    if (!raw.writableFinished) gone.abort()
  }
  if (raw.destroyed) tell()
  else raw.once('close', tell)
  return gone.signal
}

function answerSchema({ status, answer, file }: Definition) {
  if (file === undefined) return { [status ?? 200]: answer }
  return { 200: { description: 'El archivo', content: { [file]: { schema: answer } } } }
}
