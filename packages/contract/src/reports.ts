import { accountStates } from '@carpeta/domain/people/account-state'
import { overdueBands } from '@carpeta/domain/reports/overdue'
import { ageBands, MAX_LETTERS, reportNames } from '@carpeta/domain/reports/reports'
import { z } from 'zod'
import {
  binary,
  type EndpointTable,
  id,
  instant,
  pageOf,
  pageQuery,
  sentence,
  text,
} from './endpoint.ts'

const access = 'requests.answer_requests'
const count = z.number().int().nonnegative()
const minutes = count.nullable().meta({ description: 'Minutos de atención, o null sin respuestas' })
const month = z.string().meta({ description: 'YYYY-MM' })

/** Without months, the last twelve. */
const period = z.object({ from: text(7).optional(), to: text(7).optional() })

const answersSchema = z.object({
  month: month.nullable().meta({ description: 'null: todo el período' }),
  procedure_id: id.nullable().meta({ description: 'null: todos los trámites' }),
  title: z.string(),
  answered: count,
  on_time: count,
  late: count,
  mean_minutes: minutes,
  median_minutes: minutes,
})

export type AnswersOfReport = z.infer<typeof answersSchema>

const reportsSchema = z.object({
  from: month,
  to: month,
  /** By month and procedure, with the sums of each month, of each procedure and of all. */
  answers: z.array(answersSchema),
  /** Open requests now, by age: every band, youngest first. */
  open: z
    .array(z.object({ requests: count, overdue: count, waiting: count }))
    .length(ageBands.length),
  /** Accounts of members now, by state. */
  accounts: z.record(z.enum(accountStates), count),
  /** Every month of the period. */
  activations: z.array(z.object({ month, accounts: count })),
})

export type Reports = z.infer<typeof reportsSchema>

const owed = {
  instalments: count,
  amount: z.string().meta({ description: 'UF exactas, de las cuotas cuyo saldo se conoce' }),
  unknown: count.meta({ description: 'Cuotas de las que contabilidad no dice el saldo' }),
}

const overdueSaleSchema = z.object({
  sale: z.string(),
  band: z.number().int().meta({ description: 'El lugar en `bands`' }),
  ...owed,
  oldest: z.string().meta({ description: 'YYYY-MM-DD de la más antigua, o vacío' }),
  paid_online: z.string().meta({
    description:
      'YYYY-MM-DD del último pago en línea de lo atrasado que contabilidad no registra, o vacío',
  }),
  reported: z.string().meta({
    description: 'YYYY-MM-DD del último pago informado que nadie ha revisado, o vacío',
  }),
  holder: z.string(),
  user_id: id.nullable().meta({ description: 'La cuenta del titular' }),
  home: z.string(),
  phone: z.string(),
  email: z.string(),
})

export type OverdueSale = z.infer<typeof overdueSaleSchema>

const neverEnteredSchema = z.object({
  id,
  name: z.string(),
  rut: z.string(),
  email: z.string(),
  invited_at: instant.nullable(),
  /** Of the letter that still works. */
  letter_at: instant.nullable(),
})

export type NeverEntered = z.infer<typeof neverEnteredSchema>

const overdueQuery = z.object({ band: text(1).optional() })

export const endpoints = {
  'GET /api/overdue-sales/': {
    access,
    summary: 'Lo atrasado hoy por antigüedad, y las ventas de un tramo',
    query: pageQuery.extend(overdueQuery.shape),
    answer: pageOf(overdueSaleSchema).extend({
      today: z.string(),
      bands: z.array(z.object({ sales: count, ...owed })).length(overdueBands.length),
    }),
  },
  'GET /api/overdue-sales/export.csv': {
    access,
    summary: 'Las ventas atrasadas, como CSV; pide haber confirmado la contraseña hace poco',
    query: overdueQuery,
    answer: binary,
    file: 'text/csv; charset=utf-8',
  },
  'GET /api/never-entered/': {
    access: 'users.manage_users',
    summary: 'Los socios que nunca han entrado',
    query: pageQuery,
    answer: pageOf(neverEnteredSchema).extend({ count }),
  },
  'POST /api/letters/': {
    access: 'auth.change_user',
    summary:
      'Una carta para imprimir por socio, con su enlace de activación; pide haber confirmado la contraseña hace poco',
    body: z.object({ ids: z.array(id).min(1).max(MAX_LETTERS) }),
    answer: binary,
    file: 'application/pdf',
    errors: { 409: sentence },
  },
  'GET /api/reports/': {
    access,
    summary: 'Los informes de un período, sin datos personales',
    query: period,
    fieldErrors: true,
    answer: reportsSchema,
  },
  'GET /api/reports/:name/export.csv': {
    access,
    summary: 'Un informe de un período, como CSV',
    params: z.object({ name: z.enum(reportNames) }),
    query: period,
    fieldErrors: true,
    answer: binary,
    file: 'text/csv; charset=utf-8',
  },
} as const satisfies EndpointTable
