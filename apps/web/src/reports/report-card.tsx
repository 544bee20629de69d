import { type ReportName, type ReportPeriod, reportFiles } from '@carpeta/domain/reports/reports'
import type { ReactNode } from 'react'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { type Fact, Facts } from '../ui/display/facts.tsx'
import { DownloadIcon } from '../ui/icons/icons.tsx'
import { Card } from '../ui/layout/card.tsx'
import { useDownload } from '../ui/use-download.ts'
import { fetchReportCsv } from './calls.ts'
import { Fold } from './fold.tsx'
import classes from './reports.module.css'

interface Props {
  title: string
  about: string
  /** What it says at a glance. */
  figures: Fact[]
  /** Each is downloaded as one table. */
  files: { name: ReportName; label: string }[]
  period: ReportPeriod
  startsOpen?: boolean
  /** Where the figures come from. */
  children: ReactNode
}

/** A report: its figures, and folded its charts, tables and downloads. */
export function ReportCard(props: Props) {
  const { title, about, figures, files, period, startsOpen, children } = props
  const { underWay, failure, save } = useDownload()
  return (
    <Card title={title} size="lg" className={classes.report}>
      <div className={classes.figures}>
        <Facts facts={figures} />
      </div>
      <Fold summary="Ver el detalle" {...(startsOpen && { startsOpen })}>
        <p className={classes.about}>{about}</p>
        {children}
        {failure !== undefined && <FailureNotice error={failure} />}
        <div className={classes.downloads}>
          {files.map(({ name, label }) => (
            <Button
              key={name}
              variant="default"
              size="sm"
              leftSection={<DownloadIcon size={18} />}
              loading={underWay === reportFiles[name]}
              onClick={() => void save(reportFiles[name], () => fetchReportCsv(name, period))}
            >
              {label}
            </Button>
          ))}
        </div>
      </Fold>
    </Card>
  )
}

/** A report that has nothing to count. */
export function EmptyReport({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card title={title} size="lg" className={classes.report}>
      <p className={classes.none}>{children}</p>
    </Card>
  )
}
