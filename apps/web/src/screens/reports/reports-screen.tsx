import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { monthOf } from '@carpeta/domain/dates/months'
import { type ReportPeriod, readReportPeriod } from '@carpeta/domain/reports/reports'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { reportsQuery } from '../../api/staff/reports.ts'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { AccountsReport } from './accounts-report.tsx'
import { AnswersReport } from './answers-report.tsx'
import { OpenReport } from './open-report.tsx'
import { FROM, PeriodFilter, TO } from './period-filter.tsx'

/** Figures of the requests and accounts, for those who supervise them. */
export function Screen() {
  const [params] = useSearchParams()
  return (
    <Page title="Informes">
      <Period params={params} />
    </Page>
  )
}

function Period({ params }: { params: URLSearchParams }) {
  const chosen = { from: params.get(FROM) ?? '', to: params.get(TO) ?? '' }
  const current = monthOf(todayInSantiago(new Date()))
  const period = readReportPeriod(chosen, current)
  return (
    <Stack gap="xl">
      <PeriodFilter chosen={chosen} period={period} current={current} />
      {'text' in period ? (
        <Notice tone="warning">{period.text}</Notice>
      ) : (
        <Reports period={period} />
      )}
    </Stack>
  )
}

function Reports({ period }: { period: ReportPeriod }) {
  const { data, error, refetch } = useQuery(reportsQuery(period))
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <AnswersReport period={period} reports={data} />
      <OpenReport period={period} reports={data} />
      <AccountsReport period={period} reports={data} />
    </>
  )
}

function Loading() {
  return (
    <Stack gap="xl">
      <VisuallyHidden role="status">Cargando…</VisuallyHidden>
      <Skeleton height={420} radius={14} />
      <Skeleton height={320} radius={14} />
    </Stack>
  )
}
