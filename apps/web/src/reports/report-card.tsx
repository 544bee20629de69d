import { type ReportName, type ReportPeriod, reportFiles } from '@carpeta/domain/reports/reports'
import type { ReactNode } from 'react'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { DownloadIcon } from '../ui/icons/icons.tsx'
import { Card } from '../ui/layout/card.tsx'
import { useDownload } from '../ui/use-download.ts'
import { fetchReportCsv } from './calls.ts'
import classes from './reports.module.css'

interface Props {
  title: string
  about: string
  /** Each is downloaded as one table. */
  files: { name: ReportName; label: string }[]
  period: ReportPeriod
  children: ReactNode
}

/** A report with its downloads. */
export function ReportCard({ title, about, files, period, children }: Props) {
  const { underWay, failure, save } = useDownload()
  return (
    <Card title={title} size="lg" className={classes.report}>
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
    </Card>
  )
}
