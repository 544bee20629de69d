import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { Cookies } from './cookies.ts'
import type { Csrf } from './csrf.ts'

export type App = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** Services for the routes of every module; a module that needs more extends this type. */
export interface Api {
  app: App
  db: Database
  config: Config
  cookies: Cookies
  csrf: Csrf
}
