import type { Reports } from '@carpeta/contract/reports'
import { accountStateNames, accountStates } from '@carpeta/domain/people/account-state'
import {
  ageBands,
  formatShareOf,
  formatWorkedHours,
  type ReportName,
} from '@carpeta/domain/reports/reports'
import { type CsvCell, csvNumber, csvText } from '../csv/csv-writer.ts'

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

export function reportCsv(name: ReportName, reports: Reports): string {
  return csvText(tables[name](reports))
}

const counted = (count: number) => csvNumber(String(count))

/** A cell without a figure is empty. */
const figure = (formatted: string) => (formatted === '-' ? '' : csvNumber(formatted))
