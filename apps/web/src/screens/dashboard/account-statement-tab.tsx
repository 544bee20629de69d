import { downloadStatement, type StatementFormat } from '../../api/statements.ts'
import { HelpLink } from '../../help/help-link.tsx'
import { useIsExtended } from '../../session/extended.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { DownloadIcon } from '../../ui/icons/icons.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { useDownload } from '../../ui/use-download.ts'
import classes from './account-statement.module.css'
import { AccountStatement, PrintButton } from './account-statement.tsx'
import { ReportedPayments } from './reported-part.tsx'
import type { SaleTabProps } from './tab-parts.tsx'

export function AccountStatementTab({ sale, today }: SaleTabProps) {
  return (
    <AccountStatement
      sale={sale}
      today={today}
      tools={
        <>
          <HelpLink topic="statement" />
          <StatementTools code={sale.code} />
        </>
      }
      reported={<ReportedPayments saleCode={sale.code} isPendingOnly />}
    />
  )
}

/** Downloads and printing. */
export function StatementTools({ code }: { code: string }) {
  const { underWay, failure, save } = useDownload()
  const hasFiles = useIsExtended()

  function button(format: StatementFormat, label: string) {
    const name = `estado-de-cuenta-${code}.${format}`
    return (
      <Button
        variant="default"
        size="sm"
        leftSection={<DownloadIcon size={18} />}
        loading={underWay === name}
        disabled={underWay !== null}
        onClick={() => void save(name, () => downloadStatement(code, format))}
      >
        {label}
      </Button>
    )
  }

  return (
    <div className={classes.tools}>
      <ButtonRow>
        {hasFiles && button('pdf', 'Descargar PDF')}
        {hasFiles && button('csv', 'Descargar CSV')}
        <PrintButton />
      </ButtonRow>
      {failure !== undefined && <FailureNotice error={failure} />}
    </div>
  )
}
