import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { dataSize } from '@carpeta/domain/system/data-size'
import { jobName } from '@carpeta/domain/system/job-names'
import { countedOutcomeNames } from '@carpeta/domain/system/mail-failures'
import type { ReactNode } from 'react'
import { Facts } from '../ui/display/facts.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { AlertIcon, CheckCircleIcon, InfoIcon } from '../ui/icons/icons.tsx'
import { Card } from '../ui/layout/card.tsx'
import { type Column, DataTable } from '../ui/table/data-table.tsx'
import type { Findings, System } from './calls.ts'
import { FailingJobs } from './failing-jobs.tsx'
import classes from './system.module.css'

interface PartProps {
  title: string
  findings: Findings
  /** Figures of this part. */
  children?: ReactNode
}

const marks = {
  ok: { icon: CheckCircleIcon, label: 'En orden' },
  warning: { icon: InfoIcon, label: 'Aviso' },
  failure: { icon: AlertIcon, label: 'Problema' },
} as const

export function Part({ title, findings, children }: PartProps) {
  return (
    <Card title={title} id={partId(title)} tabIndex={-1} className={classes.part}>
      <ul className={classes.findings}>
        {findings.map(({ name, state, text }) => {
          const { icon: Icon, label } = marks[state]
          return (
            <li key={name} data-state={state}>
              <Icon size={20} />
              <p>
                <VisuallyHidden component="span">{label}: </VisuallyHidden>
                {/* The card says it already. */}
                {name === title ? (
                  <UnbrokenDates text={capitalised(text)} />
                ) : (
                  <>
                    <strong>{name}:</strong> <UnbrokenDates text={text} />
                  </>
                )}
              </p>
            </li>
          )
        })}
      </ul>
      {children}
    </Card>
  )
}

/** A sentence; the address of a server stays as it is. */
function capitalised(text: string): string {
  return text.replace(/^\p{Ll}(?=\p{L}*\s)/u, (letter) => letter.toUpperCase())
}

/** For links within the page. */
export function partId(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

const Silent = () => <p className={classes.more}>Sus cifras no llegaron a tiempo.</p>

export function Size({ label, bytes }: { label: string; bytes: number }) {
  return <Facts facts={[[label, dataSize(bytes)]]} />
}

export function DatabaseFigures({ figures }: { figures: System['database']['figures'] }) {
  if (!figures) return <Silent />
  const { bytes, analysed_at: analysedAt } = figures
  return (
    <Facts
      facts={[
        ['Tamaño', dataSize(bytes)],
        ['Último análisis', analysedAt ? dateTimeInSantiago(analysedAt) : 'Ninguno'],
      ]}
    />
  )
}

type MailFiguresData = NonNullable<System['mail']['figures']>

const hourColumns: Column<MailFiguresData['hours'][number]>[] = [
  { header: 'Desde', cell: ({ hour }) => <UnbrokenDates text={dateTimeInSantiago(hour)} /> },
  { header: 'Enviados', cell: ({ sent }) => sent, isAmount: true },
  { header: 'Fallidos', cell: ({ failed }) => failed, isAmount: true },
]

export function MailFigures({ figures }: { figures: System['mail']['figures'] }) {
  if (!figures) return <Silent />
  const { waiting, hours, failures } = figures
  const sent = hours.reduce((sum, hour) => sum + hour.sent, 0)
  return (
    <>
      <Facts
        facts={[
          ['En espera', total(waiting)],
          ['Enviados en 24 horas', sent],
          ['Intentos fallidos en 24 horas', total(failures)],
        ]}
      />
      {waiting.length > 0 && (
        <List title="En espera">{waiting.map(({ task, emails }) => [jobName(task), emails])}</List>
      )}
      {failures.length > 0 && (
        <List title="Qué hizo el servidor de correo con los fallidos">
          {failures.map(({ outcome, emails }) => [countedOutcomeNames[outcome], emails])}
        </List>
      )}
      {hours.length > 0 && (
        <details className={classes.hours}>
          <summary>Por hora</summary>
          <DataTable
            caption="Correos por hora"
            columns={hourColumns}
            rows={hours}
            rowKey={({ hour }) => hour}
            isCompact
            empty=""
          />
        </details>
      )}
    </>
  )
}

const total = (kinds: { emails: number }[]) => kinds.reduce((sum, { emails }) => sum + emails, 0)

function List({ title, children }: { title: string; children: [label: string, count: number][] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul className={classes.counts}>
        {children.map(([label, count]) => (
          <li key={label}>
            {label}: <strong>{count}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}

type JobFiguresData = NonNullable<System['jobs']['figures']>

const kindColumns: Column<JobFiguresData['kinds'][number]>[] = [
  { header: 'Trabajo', cell: ({ task }) => jobName(task), onCard: 'title' },
  { header: 'En espera', cell: ({ waiting }) => waiting, isAmount: true },
  { header: 'En curso', cell: ({ running }) => running, isAmount: true },
  { header: 'Fallidos', cell: ({ failed }) => failed, isAmount: true },
]

export function JobFigures({ figures }: { figures: System['jobs']['figures'] }) {
  if (!figures) return <Silent />
  const { kinds, failing } = figures
  return (
    <>
      <DataTable
        caption="Trabajos por tipo"
        columns={kindColumns}
        rows={kinds}
        rowKey={({ task }) => task}
        empty="No hay ninguno en espera ni en curso."
      />
      {failing.length > 0 && <FailingJobs jobs={failing} />}
    </>
  )
}
