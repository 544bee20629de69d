import { exportAuditLog } from '../../api/audit.ts'
import { useListAddress } from '../../list/list-address.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { DownloadIcon } from '../../ui/icons/icons.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { AuditLog, filterNames } from './audit-log.tsx'

const FILE = 'bitacora.csv'

/** The audit log (Ley 21.719). */
export function Screen() {
  const address = useListAddress(filterNames)
  const { underWay, failure, save } = useDownload()
  return (
    <Page
      title="Bitácora"
      actions={
        <Button
          variant="default"
          leftSection={<DownloadIcon size={18} />}
          loading={underWay !== null}
          onClick={() => void save(FILE, () => exportAuditLog(address.asked.filters))}
        >
          Descargar CSV
        </Button>
      }
    >
      {failure !== undefined && <FailureNotice error={failure} />}
      <AuditLog address={address} />
    </Page>
  )
}
