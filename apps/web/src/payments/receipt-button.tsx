import { downloadReceipt } from '../api/payments/payment-reports.ts'
import { FailureNotice } from '../session/failures/failure-notice.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { DownloadIcon } from '../ui/icons/icons.tsx'
import { useDownload } from '../ui/use-download.ts'

interface Props {
  reportId: number
  name: string
}

/** Downloads the receipt of a reported payment. */
export function ReceiptButton({ reportId, name }: Props) {
  const { underWay, failure, save } = useDownload()
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<DownloadIcon size={16} />}
        aria-label={`Comprobante ${name}`}
        loading={underWay !== null}
        onClick={() => void save(name, () => downloadReceipt(reportId))}
      >
        Comprobante
      </Button>
      {failure !== undefined && <FailureNotice error={failure} />}
    </>
  )
}
