import type { ReactNode } from 'react'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { DownloadIcon } from '../../ui/icons/icons.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { downloadStatement } from './calls.ts'

/** Saves the statement as a PDF, and says beside it why it could not. */
export function StatementPdf({ code, children }: { code: string; children: ReactNode }) {
  const { underWay, failure, save } = useDownload()
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<DownloadIcon size={18} />}
        loading={underWay !== null}
        onClick={() =>
          void save(`estado-de-cuenta-${code}.pdf`, () => downloadStatement(code, 'pdf'))
        }
      >
        {children}
      </Button>
      {failure !== undefined && <FailureNotice error={failure} />}
    </>
  )
}
