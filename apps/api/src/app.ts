import { spanishIssue } from '@carpeta/contract/errors'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { z } from 'zod'
import { accountRoutes } from './account/account-routes.ts'
import { announcementsRoutes } from './announcements/announcements-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { authRoutes } from './auth/auth-routes.ts'
import { requireRecentAuthentication, requireStillAllowed } from './auth/caller-transaction.ts'
import { findSession } from './auth/sessions.ts'
import { calendarRoutes } from './calendar/calendar-routes.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/client.ts'
import { composeDocumentUses } from './document-uses.ts'
import { documentStorageAt } from './documents/document-storage.ts'
import { dueCalendarRoutes } from './due-calendar/due-calendar-routes.ts'
import { mailboxRoutes } from './email/mailbox-routes.ts'
import { healthRoutes } from './health/health-routes.ts'
import { type Readiness, readinessOf } from './health/readiness.ts'
import { helpRoutes } from './help/help-routes.ts'
import { acceptWaiting } from './http/accept-waiting.ts'
import {
  refuseOutsideView,
  refusePendingSteps,
  requireAccessOnEveryRoute,
  requirePermission,
  requireSession,
} from './http/access.ts'
import type { App } from './http/api.ts'
import {
  type ArrivalLimits,
  arrivalLimits,
  BODY_LIMIT,
  downloadsAtOnce,
  type FilesAtOnce,
  limitArrival,
  limitFiles,
  parseBodies,
  parseForm,
  readMultipartFields,
  serverLimits,
  uploadsAtOnce,
} from './http/bodies.ts'
import { noteAddresses, trustedProxies } from './http/caller.ts'
import { type CallsAtOnce, callsAtOnce, countCalls, refusePipelines } from './http/calls-at-once.ts'
import { compressAnswers } from './http/compress.ts'
import { cookiesFor } from './http/cookies.ts'
import { csrfFor } from './http/csrf.ts'
import {
  answerErrors,
  answerOptions,
  refuseUnknownCalls,
  routedTarget,
  routePaths,
} from './http/error-handler.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { endUnread, UNREAD_MS } from './http/send-file.ts'
import { authenticateImportToken } from './imports/import-tokens.ts'
import { importsRoutes } from './imports/imports-routes.ts'
import { memberDocumentsRoutes } from './member-documents/member-documents-routes.ts'
import { newsRoutes } from './news/news-routes.ts'
import {
  logCalls,
  measureCalls,
  newRequestId,
  sendRequestId,
  traceCalls,
} from './observability/calls.ts'
import { type Logger, openLog } from './observability/logger.ts'
import type { Metrics } from './observability/metrics.ts'
import { openApiRoutes } from './openapi/openapi-routes.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { paymentReportsRoutes } from './payment-reports/payment-reports-routes.ts'
import { listConfirming } from './payment-reports/payment-reports-store.ts'
import { listWaiting, listWaitingFor } from './payment-reports/waiting-payments.ts'
import { listPaidOnline } from './payments/online-payments.ts'
import { paymentsRoutes } from './payments/payments-routes.ts'
import type { PdfLimits } from './pdf/pdf-limits.ts'
import { openPdfPool } from './pdf/pdf-pool.ts'
import { personalDataRoutes } from './personal-data/personal-data-routes.ts'
import { proceduresRoutes } from './procedures/procedures-routes.ts'
import { reportsRoutes } from './reports/reports-routes.ts'
import { memberRequestsRoutes } from './requests/member-requests-routes.ts'
import { requestsAsJson } from './requests/requests-store.ts'
import { staffRequestsRoutes } from './requests/staff-requests-routes.ts'
import { salesRoutes } from './sales/sales-routes.ts'
import { setupRoutes } from './setup/setup-routes.ts'
import { withoutOwnPurchases } from './staff/own-purchases.ts'
import { staffRoutes } from './staff/staff-routes.ts'
import { statementsRoutes } from './statements/statements-routes.ts'
import { systemRoutes } from './system/system-routes.ts'
import type { RateLimits } from './throttle/rate-limits.ts'
import { usersRoutes } from './users/users-routes.ts'
import { viewAsRoutes } from './view-as/view-as-routes.ts'

export interface Services {
  db: Database
  limits: RateLimits
  config: Config
  /** The least time that a refused login takes (docs/specification.md §11.39). */
  refusalFloorMs?: number
  pdfLimits?: PdfLimits
  arrival?: ArrivalLimits
  uploads?: FilesAtOnce
  downloads?: FilesAtOnce
  calls?: CallsAtOnce
  /** Milliseconds. */
  unreadMs?: number
  /** What the process lacks to serve; by default it is not asked for a worker. */
  readiness?: Readiness
  log?: Logger
  metrics?: Pick<Metrics, 'recordCall'> | undefined
}

/** Composes the API; the caller starts and closes it. */
export async function buildApp({
  db,
  limits,
  config,
  refusalFloorMs = 800,
  pdfLimits,
  arrival = arrivalLimits,
  uploads = uploadsAtOnce,
  downloads = downloadsAtOnce,
  calls = callsAtOnce,
  unreadMs = UNREAD_MS,
  readiness,
  log = openLog(config),
  metrics,
}: Services): Promise<App> {
  z.config({ customError: spanishIssue })
  composeDocumentUses()
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    trustProxy: trustedProxies(config),
    bodyLimit: BODY_LIMIT,
    rewriteUrl: routedTarget,
    routerOptions: {
      ignoreTrailingSlash: true,
      querystringParser: parseForm,
      // Node limits the target; a parameter that is too long for the router would skip the hooks.
      maxParamLength: Number.MAX_SAFE_INTEGER,
    },
    ...serverLimits(arrival),
    forceCloseConnections: 'idle',
    // A process that stops answers what has reached it; a proxy sends the rest to another.
    return503OnClosing: false,
    genReqId: newRequestId,
  }).withTypeProvider<ZodTypeProvider>()
  // Node would answer a 417 by itself, without the headers and counts of every answer.
  app.server.on('checkExpectation', app.routing)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  const cookies = cookiesFor(config)
  const csrf = csrfFor(config, cookies)
  const storage = documentStorageAt(config.documents)
  const pdfs = openPdfPool(pdfLimits)
  app.addHook('onClose', () => pdfs.close())
  app.addHook('preClose', () => acceptWaiting(app.server))
  const api = { app, db, config, cookies, csrf, limits, storage, pdfs, refusalFloorMs }

  refusePipelines(app)
  traceCalls(app)
  noteAddresses(app)
  sendRequestId(app)
  logCalls(app)
  if (metrics) measureCalls(app, metrics)
  const methodsOf = routePaths(app)
  answerErrors(app, methodsOf)
  requireAccessOnEveryRoute(app)
  sendSecurityHeaders(app, config)
  compressAnswers(app)
  await app.register(cookie)
  await app.register(cors, {
    origin: config.webOrigins,
    credentials: true,
    methods: ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'],
    allowedHeaders: [
      'accept',
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'user-agent',
      'x-csrftoken',
      'x-requested-with',
    ],
    exposedHeaders: ['date', 'retry-after', 'x-error-code', 'x-page-count', 'x-request-id'],
    maxAge: 86_400,
    strictPreflight: false,
    preflightContinue: true,
  })
  answerOptions(app)
  refuseUnknownCalls(app, methodsOf)
  limitFiles(app, 'upload', uploads)
  limitFiles(app, 'download', downloads)
  endUnread(app, unreadMs)
  limitArrival(app, arrival)
  await parseBodies(app)

  // Session, CSRF, permission, and only then the body (docs/specification.md §11.1).
  const counted = countCalls(calls)
  app.decorateRequest('session', null)
  app.decorateRequest('importToken', null)
  app.addHook('onRequest', async (request, reply) => {
    const { access, withoutSession } = request.routeOptions.config
    if (!access) return
    const cookie = access === 'import_token' ? undefined : cookies.session(request)
    if (cookie !== undefined) counted.ofSession(reply, cookie)
    else if (!withoutSession) counted.ofAddress(reply, request.clientAddress)
    if (access === 'import_token') {
      // Neither the cookie nor its CSRF token counts: a browser never sends this header by itself.
      request.importToken = await authenticateImportToken(api, {
        authorization: request.headers.authorization,
        address: request.clientAddress,
      })
      return
    }
    if (!withoutSession) request.session = await findSession(api, cookie)
    // A cookie that anybody can make up is no session.
    if (cookie !== undefined && !withoutSession && request.session === null) {
      counted.ofAddress(reply, request.clientAddress)
    }
    requireSession(request)
    csrf.check(request, reply)
    refuseOutsideView(request)
    refusePendingSteps(request)
    requirePermission(request)
  })
  app.addHook('preValidation', async (request, reply) => {
    const { access } = request.routeOptions.config
    if (!access) return
    if (access !== 'import_token') csrf.checkField(request, reply)
    await readMultipartFields(request)
  })

  await openApiRoutes(api)
  healthRoutes(api, readiness ?? readinessOf({ db, storage, runsJobs: false }))
  authRoutes(api)
  accountRoutes(api)
  usersRoutes(api)
  importsRoutes(api)
  salesRoutes({ ...api, requestsAsJson })
  statementsRoutes({ ...api, listWaitingFor })
  dueCalendarRoutes({ ...api, listPaidOnline })
  newsRoutes(api)
  paymentReportsRoutes(api)
  paymentsRoutes({ ...api, listConfirming })
  memberDocumentsRoutes({ ...api, listWaitingFor })
  proceduresRoutes(api)
  memberRequestsRoutes(api)
  staffRequestsRoutes({ ...api, listWaiting })
  calendarRoutes(api)
  announcementsRoutes(api)
  helpRoutes(api)
  // Handed over: what is above records its events in the audit log.
  auditRoutes({ ...api, requireRecentAuthentication, requireStillAllowed, withoutOwnPurchases })
  viewAsRoutes(api)
  personalDataRoutes(api)
  staffRoutes(api)
  reportsRoutes(api)
  setupRoutes(api)
  systemRoutes(api)
  mailboxRoutes(api)
  await pageRoutes(api)
  await app.ready()
  return app
}
