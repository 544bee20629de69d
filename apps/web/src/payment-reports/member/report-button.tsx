import type { CalendarDate } from '@carpeta/domain/dates/dates'
import type { Sale } from '@carpeta/domain/sales/sale'
import { isOwn } from '@carpeta/domain/sales/sale-rules'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../connection/lazy-part.ts'
import { useIsView } from '../../session/use-is-view.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ownReportsQuery } from './calls.ts'

const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog)

/** Whether the user reports payments of a sale; taken for granted until the server has said it, so that nothing moves. */
export function useCanReport(): (sale: Sale) => boolean {
  const isView = useIsView()
  const { data } = useQuery(ownReportsQuery)
  return (sale) => !isView && isOwn(sale) && data !== null
}

interface Props {
  sale: Sale
  today: CalendarDate
  onReported: () => void
  variant?: 'default' | 'subtle'
  label?: string
  /** Beside the label, where several have the same: which home or report. */
  of?: string | undefined
}

/** Opens the form to report a payment of this sale. */
export function ReportButton(props: Props) {
  const { sale, today, of, onReported, variant = 'default' } = props
  const { label = 'Ya pagué: informar un pago' } = props
  const canReport = useCanReport()(sale)
  const [isReporting, setReporting] = useState(false)
  if (!canReport) return null
  return (
    <>
      <Button
        variant={variant}
        onClick={() => setReporting(true)}
        {...(of && { 'aria-label': `${label} ${of}` })}
      >
        {label}
      </Button>
      {isReporting && (
        <Suspense>
          <ReportDialog
            sale={sale}
            today={today}
            onClose={() => setReporting(false)}
            onReported={onReported}
          />
        </Suspense>
      )}
    </>
  )
}
