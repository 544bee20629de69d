import type { ReactNode } from 'react'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { DownloadIcon } from '../../ui/icons/icons.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { downloadCertificate, downloadStatement, type StatementFormat } from './calls.ts'

interface Props {
  code: string
  /** The whole statement, or the certificate of debt and payments. */
  paper: StatementFormat | 'certificate'
  children: ReactNode
}

/** Saves a paper of the sale, and says beside it why it could not. */
export function PaperButton({ code, paper, children }: Props) {
  const { underWay, failure, save } = useDownload()
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<DownloadIcon size={18} />}
        loading={underWay !== null}
        onClick={() =>
          void (paper === 'certificate'
            ? save(`certificado-de-deuda-y-pagos-${code}.pdf`, () => downloadCertificate(code))
            : save(`estado-de-cuenta-${code}.${paper}`, () => downloadStatement(code, paper)))
        }
      >
        {children}
      </Button>
      {failure !== undefined && <FailureNotice error={failure} />}
    </>
  )
}
