import type { ReactNode, Ref } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Retry } from '../../session/failures/load-failure.tsx'
import { Urgent } from '../../session/failures/urgent.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { DownloadIcon } from '../../ui/icons/home-icons.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { downloadCertificate, downloadStatement, type StatementFormat } from './calls.ts'

interface Props {
  code: string
  /** The whole statement, or the certificate of debt and payments. */
  paper: StatementFormat | 'certificate'
  /** The one that the page was opened for. */
  isMain?: boolean
  /** Without the icon. */
  isBare?: boolean
  className?: string | undefined
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}

/** Saves a paper of the sale, and says beside it why it could not. */
export function PaperButton(props: Props) {
  const { code, paper, isMain = false, isBare, className = '', ref, children } = props
  const { underWay, failure, save } = useDownload()
  const download = () =>
    void (paper === 'certificate'
      ? save(`certificado-de-deuda-y-pagos-${code}.pdf`, () => downloadCertificate(code))
      : save(`estado-de-cuenta-${code}.${paper}`, () => downloadStatement(code, paper)))
  return (
    <>
      <Button
        ref={ref}
        className={className}
        variant={isMain ? 'filled' : 'default'}
        size="sm"
        leftSection={!isBare && <DownloadIcon size={18} />}
        loading={underWay !== null}
        onClick={download}
      >
        {children}
      </Button>
      {failure instanceof ApiError && failure.status >= 500 ? (
        <Retry error={failure} onRetry={download}>
          <Urgent />
        </Retry>
      ) : (
        failure !== undefined && <FailureNotice error={failure} />
      )}
    </>
  )
}
