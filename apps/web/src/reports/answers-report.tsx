import { monthName } from '@carpeta/domain/dates/dates'
import {
  addMonths,
  firstDay,
  isMonth,
  type Month,
  monthsBetween,
} from '@carpeta/domain/dates/months'
import {
  formatShareOf,
  formatWorkedHours,
  type ReportPeriod,
} from '@carpeta/domain/reports/reports'
import { formatCount } from '@carpeta/domain/text/counted'
import { useSearchParams } from 'react-router'
import { NativeSelect } from '../ui/fields/inputs.ts'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import { usePhone } from '../ui/table/use-cards.ts'
import type { AnswersOfReport, Reports } from './calls.ts'
import { Chart } from './chart.tsx'
import { MonthsDetails, monthsSummary } from './months-details.tsx'
import { EmptyReport, ReportCard } from './report-card.tsx'
import classes from './reports.module.css'
import type { Series } from './series.tsx'

// In the address.
const PROCEDURE = 'tramite'

const TITLE = 'Respuestas en plazo'

const series: Series[] = [
  { name: 'En plazo', look: 'plain' },
  { name: 'Atrasadas', look: 'striped' },
]

/** What was answered on time, by month and procedure. */
export function AnswersReport({ period, reports }: { period: ReportPeriod; reports: Reports }) {
  const [params, setParams] = useSearchParams()
  const { answers } = reports
  const procedures = answers.filter(({ month, procedure_id: id }) => month === null && id !== null)
  const chosen = procedures.find(({ procedure_id: id }) => String(id) === params.get(PROCEDURE))
  const procedureId = chosen?.procedure_id ?? null
  const ofProcedure = answers.filter(({ procedure_id: id }) => id === procedureId)
  const total = ofProcedure.find(({ month }) => month === null)
  const months = monthsOf(period, ofProcedure)

  function choose(id: string) {
    const next = new URLSearchParams(params)
    if (id) next.set(PROCEDURE, id)
    else next.delete(PROCEDURE)
    setParams(next, { preventScrollReset: true })
  }

  if (!total || total.answered === 0) {
    return (
      <EmptyReport title={TITLE}>No se respondió ninguna solicitud en este período.</EmptyReport>
    )
  }
  return (
    <ReportCard
      title={chosen ? `${TITLE}: ${chosen.title}` : TITLE}
      about="Solicitudes resueltas o rechazadas en el período. Una solicitud que se reabrió cuenta una vez por cada respuesta; las anuladas no cuentan."
      figures={[
        ['En plazo', shareOnTime(total)],
        ['Respondidas', formatCount(total.answered)],
        ['Atrasadas', formatCount(total.late)],
        ['Tiempo habitual, en horas hábiles', formatWorkedHours(total.median_minutes)],
      ]}
      files={[{ name: 'answers', label: 'Descargar respuestas (CSV)' }]}
      period={period}
      startsOpen={chosen !== undefined}
    >
      <div className={classes.procedure}>
        <NativeSelect
          label="Trámite"
          value={String(procedureId ?? '')}
          data={[
            { value: '', label: 'Todos los trámites' },
            ...procedures.map(({ procedure_id: id, title }) => ({
              value: String(id),
              label: title,
            })),
          ]}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      </div>
      <Untimed total={total} />
      <Chart
        title="Respuestas por mes"
        folded={monthsSummary(months.length)}
        series={series}
        bars={months.map(({ month, on_time: onTime, late }) => ({
          label: shortMonth(month),
          values: [onTime, late],
        }))}
      />
      <MonthsDetails count={months.length}>
        <Months months={months} />
      </MonthsDetails>
      {procedureId === null && (
        <>
          <h3 className={classes.heading}>Por trámite</h3>
          <DataTable
            caption="Respuestas por trámite"
            columns={[
              { header: 'Trámite', cell: ({ title }) => title, onCard: 'title', isLong: true },
              ...figures,
            ]}
            rows={procedures}
            rowKey={({ procedure_id: id }) => id ?? 0}
            empty=""
          />
        </>
      )}
    </ReportCard>
  )
}

/** At the head of the page: this month beside the one before, whatever period is chosen. */
export function LatestAnswers({ reports: { from, to, answers } }: { reports: Reports }) {
  if (!isMonth(to)) return null
  const compared = [to, addMonths(to, -1)].filter((month) => month >= from)
  const total = answers.filter(({ procedure_id: id }) => id === null)
  return (
    <p className={classes.latest}>
      Respuestas en plazo
      {compared.map((month) => {
        const found = total.find((each) => each.month === month)
        return (
          <span key={month}>
            {monthName(firstDay(month))}:{' '}
            {found && found.answered > 0 ? (
              <>
                <strong>{shareOnTime(found)}</strong> de {formatCount(found.answered)}
              </>
            ) : (
              'ninguna'
            )}
          </span>
        )
      })}
    </p>
  )
}

function Months({ months }: { months: MonthFigures[] }) {
  const isPhone = usePhone()
  return (
    <div className={classes.months}>
      <DataTable
        caption="Respuestas por mes"
        isCompact
        columns={[
          {
            header: 'Mes',
            cell: ({ month }) => (isPhone ? shortMonth(month) : monthName(firstDay(month))),
            isShort: true,
          },
          ...(isPhone ? figures.filter(({ header }) => onPhone.includes(header)) : figures),
        ]}
        rows={months}
        rowKey={({ month }) => month}
        empty=""
      />
    </div>
  )
}

/** Answers of a previous release get their deadline from an hourly job. */
function Untimed({ total: { answered, on_time: onTime, late } }: { total: AnswersOfReport }) {
  const missing = answered - onTime - late
  if (missing === 0) return null
  return (
    <p className={classes.about}>
      {missing === 1
        ? 'El plazo de 1 respuesta todavía no está calculado y no cuenta en el porcentaje.'
        : `Los plazos de ${formatCount(missing)} respuestas todavía no están calculados y no cuentan en el porcentaje.`}
    </p>
  )
}

type MonthFigures = Figures & { month: Month }
type Figures = Omit<AnswersOfReport, 'month' | 'procedure_id' | 'title'>

const figures: Column<Figures>[] = [
  { header: 'Respondidas', cell: ({ answered }) => formatCount(answered), isAmount: true },
  { header: 'En plazo', cell: ({ on_time: onTime }) => formatCount(onTime), isAmount: true },
  { header: 'Atrasadas', cell: ({ late }) => formatCount(late), isAmount: true },
  { header: '% en plazo', cell: (row) => shareOnTime(row), isAmount: true, isShort: true },
  {
    header: 'Promedio',
    cell: (row) => formatWorkedHours(row.mean_minutes),
    isAmount: true,
    isShort: true,
  },
  {
    header: 'Tiempo habitual',
    cell: (row) => formatWorkedHours(row.median_minutes),
    isAmount: true,
    isShort: true,
  },
]

/** The columns that fit a phone; the others are in the CSV. */
const onPhone = ['En plazo', 'Atrasadas', '% en plazo']

function shareOnTime({ on_time: onTime, late }: Figures): string {
  return formatShareOf({ part: onTime, whole: onTime + late })
}

/** The months from the first with answers to the last. */
function monthsOf({ from, to }: ReportPeriod, answers: AnswersOfReport[]): MonthFigures[] {
  const months = monthsBetween(from, to).map((month) => {
    const found = answers.find((each) => each.month === month)
    return { ...noAnswers, ...found, month }
  })
  return withoutEmptyEnds(months, ({ answered }) => answered === 0)
}

/** Nobody reads eleven months of zeros to find the one that has something. */
export function withoutEmptyEnds<Row>(rows: Row[], isEmpty: (row: Row) => boolean): Row[] {
  const places = rows.flatMap((row, place) => (isEmpty(row) ? [] : [place]))
  return rows.slice(places[0] ?? rows.length, (places.at(-1) ?? 0) + 1)
}

const noAnswers: Figures = {
  answered: 0,
  on_time: 0,
  late: 0,
  mean_minutes: null,
  median_minutes: null,
}

/** 'nov 26'. */
export function shortMonth(month: Month): string {
  return `${monthName(firstDay(month)).slice(0, 3)} ${month.slice(2, 4)}`
}
