import type { z } from 'zod'
import { endpoints as account } from './account.ts'
import { endpoints as announcements } from './announcements.ts'
import { endpoints as audit } from './audit.ts'
import { endpoints as auth } from './auth.ts'
import { endpoints as calendar } from './calendar.ts'
import { endpoints as dueCalendar } from './due-calendar.ts'
import { endpoints as health } from './health.ts'
import { endpoints as help } from './help.ts'
import { endpoints as imports } from './imports.ts'
import { endpoints as memberDocuments } from './member-documents.ts'
import { endpoints as news } from './news.ts'
import { endpoints as openapi } from './openapi.ts'
import { endpoints as paymentReports } from './payment-reports.ts'
import { endpoints as payments } from './payments.ts'
import { endpoints as personalData } from './personal-data.ts'
import { endpoints as procedures } from './procedures.ts'
import { endpoints as reports } from './reports.ts'
import { endpoints as requests } from './requests.ts'
import { endpoints as sales } from './sales.ts'
import { endpoints as setup } from './setup.ts'
import { endpoints as staff } from './staff.ts'
import { endpoints as staffRequests } from './staff-requests.ts'
import { endpoints as statements } from './statements.ts'
import { endpoints as system } from './system.ts'
import { endpoints as users } from './users.ts'
import { endpoints as viewAs } from './view-as.ts'

/** The endpoints of every module. The web imports types alone, so that no schema reaches its bundle. */
export const endpointsByModule = {
  account,
  announcements,
  audit,
  auth,
  calendar,
  'due-calendar': dueCalendar,
  health,
  help,
  imports,
  'member-documents': memberDocuments,
  news,
  openapi,
  'payment-reports': paymentReports,
  payments,
  'personal-data': personalData,
  procedures,
  reports,
  requests,
  sales,
  setup,
  staff,
  'staff-requests': staffRequests,
  statements,
  system,
  users,
  'view-as': viewAs,
}

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** Every endpoint of the API. */
export type Endpoints = Intersection<(typeof endpointsByModule)[keyof typeof endpointsByModule]>

/** Method and path, as in `'GET /api/sales-data/'`. */
export type Endpoint = keyof Endpoints

/** The answer to a call, as a handler gives it. */
export type AnswerOf<E extends Endpoint> = z.output<Endpoints[E]['answer']>

/** The body of a call, as a handler gets it. */
export type BodyOf<E extends Endpoint> = Endpoints[E] extends {
  body: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined
