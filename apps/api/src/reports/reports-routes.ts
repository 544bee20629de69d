import { endpoints, type Reports } from '@carpeta/contract/reports'
import { addDays, instantInSantiago, todayInSantiago } from '@carpeta/domain/dates/dates'
import {
  addMonths,
  firstDay,
  type Month,
  monthOf,
  monthsBetween,
} from '@carpeta/domain/dates/months'
import { accountStateNames, accountStates } from '@carpeta/domain/people/account-state'
import {
  AGE_HORIZON_DAYS,
  ageBands,
  bandStarts,
  formatShareOf,
  formatWorkedHours,
  type ReportName,
  type ReportPeriod,
  readReportPeriod,
  reportFiles,
} from '@carpeta/domain/reports/reports'
import { countActivations } from '../audit/audit-store.ts'
import { closedDays } from '../calendar/closed-days.ts'
import type { Database } from '../db/client.ts'
import { type CsvCell, csvNumber, csvText } from '../files/csv-writer.ts'
import type { Api } from '../http/api.ts'
import { refuseFields } from '../http/errors.ts'
import { sendFile } from '../http/send-file.ts'
import { serve } from '../http/serve.ts'
import { isMemberAccount } from '../people/staff-store.ts'
import { countMemberAccounts } from '../people/users-list-store.ts'
import { type AnswersOf, countAnswers } from '../requests/answers-store.ts'
import { countOpenByAge } from '../requests/queue-store.ts'
import { type LetterServices, printLetters, readNeverEntered } from './letters.ts'
import { exportOverdue, readOverdue } from './overdue.ts'

/** Figures of the requests and accounts, for those who supervise them. */
export function reportsRoutes(api: Api & LetterServices): void {
  serve(api, endpoints, {
    'GET /api/overdue-sales/': ({ caller, query }) => readOverdue(api, caller, query),
    'GET /api/overdue-sales/export.csv': async ({ caller, query: { band }, reply }) =>
      reply
        .type(endpoints['GET /api/overdue-sales/export.csv'].file)
        .header('content-disposition', 'attachment; filename="cuotas-atrasadas.csv"')
        .send(await exportOverdue(api, caller, band)),
    'GET /api/never-entered/': ({ caller, query }) => readNeverEntered(api, caller, query),
    'POST /api/letters/': async ({ caller, body: { ids }, reply, signal }) =>
      sendFile(reply, endpoints['POST /api/letters/'], {
        name: 'cartas.pdf',
        content: await printLetters(api, caller, { ids, signal }),
      }),
    'GET /api/reports/': ({ query }) => readReports(api, query),
    'GET /api/reports/:name/export.csv': async ({ params: { name }, query, reply }) => {
      const csv = reportCsv(name, await readReports(api, query))
      return reply
        .type(endpoints['GET /api/reports/:name/export.csv'].file)
        .header('content-disposition', `attachment; filename="${reportFiles[name]}"`)
        .send(csv)
    },
  })
}

type Chosen = Parameters<typeof readReportPeriod>[0]

/** All reports of a period. They count, and name nobody. @throws {InvalidFields} for a wrong period */
async function readReports({ db }: { db: Database }, chosen: Chosen): Promise<Reports> {
  const period = requirePeriod(chosen)
  const instants = instantsOf(period)
  return {
    ...period,
    answers: (await countAnswers(db, period)).map(presentAnswers),
    open: await listOpenByAge(db),
    accounts: await countMemberAccounts(db),
    activations: everyMonth(period, await countActivations(db, instants, isMemberAccount)),
  }
}

function requirePeriod(chosen: Chosen): ReportPeriod {
  const period = readReportPeriod(chosen, monthOf(todayInSantiago(new Date())))
  if ('from' in period) return period
  refuseFields({ from: period })
  throw new Error('a refused period must not pass')
}

/** Months of Santiago. */
function instantsOf({ from, to }: ReportPeriod): { from: Date; before: Date } {
  const startOf = (month: Month) => instantInSantiago(firstDay(month), '00:00')
  return { from: startOf(from), before: startOf(addMonths(to, 1)) }
}

async function listOpenByAge(db: Database): Promise<Reports['open']> {
  const today = todayInSantiago(new Date())
  const closed = await closedDays(db, addDays(today, -AGE_HORIZON_DAYS), today)
  const counted = await countOpenByAge(db, bandStarts(today, closed))
  return ageBands.map((_, index) => {
    const found = counted.find(({ band }) => band === index)
    const { requests = 0, overdue = 0, waiting = 0 } = found ?? {}
    return { requests, overdue, waiting }
  })
}

function everyMonth(
  { from, to }: ReportPeriod,
  counted: { month: Month; accounts: number }[],
): Reports['activations'] {
  return monthsBetween(from, to).map((month) => ({
    month,
    accounts: counted.find((each) => each.month === month)?.accounts ?? 0,
  }))
}

function presentAnswers(answers: AnswersOf): Reports['answers'][number] {
  const { month, procedureId, title, answered, onTime, late, meanMinutes, medianMinutes } = answers
  return {
    month,
    procedure_id: procedureId,
    title,
    answered,
    on_time: onTime,
    late,
    mean_minutes: meanMinutes,
    median_minutes: medianMinutes,
  }
}

const tables: Record<ReportName, (reports: Reports) => CsvCell[][]> = {
  answers: ({ answers }) => [
    [
      'Mes',
      'Trámite',
      'Respondidas',
      'En plazo',
      'Atrasadas',
      '% en plazo',
      'Horas hábiles (promedio)',
      'Horas hábiles (mediana)',
    ],
    // The sums are left to the spreadsheet, which would count them twice.
    ...answers.flatMap((row) =>
      row.month === null || row.procedure_id === null
        ? []
        : [
            [
              row.month,
              row.title,
              counted(row.answered),
              counted(row.on_time),
              counted(row.late),
              figure(formatShareOf({ part: row.on_time, whole: row.on_time + row.late })),
              figure(formatWorkedHours(row.mean_minutes)),
              figure(formatWorkedHours(row.median_minutes)),
            ],
          ],
    ),
  ],
  open: ({ open }) => [
    ['Antigüedad en días hábiles', 'Abiertas', 'Atrasadas', 'Esperan al socio'],
    ...open.map(({ requests, overdue, waiting }, band) => [
      ageBands[band]?.name ?? '',
      counted(requests),
      counted(overdue),
      counted(waiting),
    ]),
  ],
  accounts: ({ accounts }) => [
    ['Estado', 'Cuentas'],
    ...accountStates.map((state) => [accountStateNames[state], counted(accounts[state])]),
  ],
  activations: ({ activations }) => [
    ['Mes', 'Cuentas activadas'],
    ...activations.map(({ month, accounts }) => [month, counted(accounts)]),
  ],
}

function reportCsv(name: ReportName, reports: Reports): string {
  return csvText(tables[name](reports))
}

const counted = (count: number) => csvNumber(String(count))

/** A cell without a figure is empty. */
const figure = (formatted: string) => (formatted === '-' ? '' : csvNumber(formatted))
