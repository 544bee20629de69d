import { dateTimeInSantiago } from '@carpeta/domain/dates/dates'
import { counted } from '@carpeta/domain/text/counted'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../session/failures/load-failure.tsx'
import { startCalls } from '../session/start-calls.ts'
import { Button } from '../ui/buttons/button.tsx'
import { UnbrokenDates } from '../ui/display/unbroken-dates.tsx'
import { VisuallyHidden } from '../ui/display/visually-hidden.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Stack } from '../ui/layout/stack.tsx'
import { type System, systemQuery } from './calls.ts'
import { DatabaseFigures, JobFigures, MailFigures, Part, partId, Size } from './parts.tsx'
import classes from './system.module.css'

export const loader = startCalls((client) => void client.prefetchQuery(systemQuery))

/** How the portal is, for superusers. */
export function Component() {
  return (
    <Page title="Sistema">
      <Looked />
    </Page>
  )
}

const titles: Record<Exclude<keyof System, 'version'>, string> = {
  updates: 'Actualizaciones',
  database: 'Base de datos',
  documents: 'Documentos y disco',
  backups: 'Respaldos',
  mail: 'Correo',
  jobs: 'Trabajos',
  audit: 'Bitácora',
  data: 'Contabilidad y UF',
  processes: 'Procesos',
}

function Looked() {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(systemQuery)
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const part = (key: keyof typeof titles) => ({ title: titles[key], findings: data[key].findings })
  return (
    <Stack gap="xl">
      <Summary system={data} />
      <div className={classes.looked}>
        <p>
          Versión {data.version}. Revisado el{' '}
          <UnbrokenDates text={dateTimeInSantiago(new Date(dataUpdatedAt))} />.
        </p>
        <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
          Revisar de nuevo
        </Button>
      </div>
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      <div className={classes.parts}>
        {data.updates.findings.length > 0 && <Part {...part('updates')} />}
        <Part {...part('database')}>
          <DatabaseFigures figures={data.database.figures} />
        </Part>
        <Part {...part('documents')} />
        <Part {...part('backups')}>
          {data.backups.figures && <Size label="Tamaño del último" {...data.backups.figures} />}
        </Part>
        <Part {...part('mail')}>
          <MailFigures figures={data.mail.figures} />
        </Part>
        <Part {...part('jobs')}>
          <JobFigures figures={data.jobs.figures} />
        </Part>
        <Part {...part('audit')} />
        <Part {...part('data')} />
        <Part {...part('processes')} />
      </div>
      <p className={classes.more}>
        «carpeta doctor», en el servidor, revisa además los ajustes, Webpay y la base de
        contabilidad.
      </p>
    </Stack>
  )
}

/** What is wrong first. */
function Summary({ system }: { system: System }) {
  const found = (Object.keys(titles) as (keyof typeof titles)[]).flatMap((key) =>
    system[key].findings.map((finding) => ({ ...finding, part: titles[key] })),
  )
  const failures = found.filter(({ state }) => state === 'failure')
  const warnings = found.filter(({ state }) => state === 'warning')
  if (failures.length + warnings.length === 0) return <Notice tone="success">Todo en orden.</Notice>
  return (
    <Notice tone={failures.length > 0 ? 'error' : 'warning'}>
      <p>
        <strong>
          {failures.length > 0
            ? counted(failures.length, 'problema', 'problemas')
            : 'Funciona, con avisos'}
        </strong>
        {failures.length > 0 &&
          warnings.length > 0 &&
          ` y ${counted(warnings.length, 'aviso', 'avisos')}`}
      </p>
      <ul className={classes.wrong}>
        {[...failures, ...warnings].map(({ name, part }) => (
          <li key={name}>
            <a href={`#${partId(part)}`}>{name}</a>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Loading() {
  return (
    <Stack gap="xl">
      <VisuallyHidden role="status">Cargando…</VisuallyHidden>
      <Skeleton height={64} radius={10} />
      {Object.keys(titles).map((key) => (
        <Skeleton key={key} height={150} radius={14} />
      ))}
    </Stack>
  )
}
