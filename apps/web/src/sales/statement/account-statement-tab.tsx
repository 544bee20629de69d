import { shortDate } from '@carpeta/domain/dates/dates'
import { certificateText, notInPapers } from '@carpeta/domain/payments/awaited-notice'
import { nextPayment } from '@carpeta/domain/payments/next-payment'
import type { Payment, Sale } from '@carpeta/domain/sales/sale'
import { isInCredit } from '@carpeta/domain/sales/sale-rules'
import { lastReceipt } from '@carpeta/domain/sales/statement'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { lazyPart } from '../../connection/lazy-part.ts'
import { HelpLink } from '../../help/help-link.tsx'
import { ReportedPayments } from '../../payment-reports/member/reported-part.tsx'
import { useAwaited } from '../../payments/member/awaited.ts'
import { AwaitedNotes } from '../../payments/member/awaited-part.tsx'
import { CERTIFICATE } from '../../requests/member-address.ts'
import { useIsExtended } from '../../session/extended.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { UnbrokenDates } from '../../ui/display/unbroken-dates.tsx'
import { VisuallyHidden } from '../../ui/display/visually-hidden.tsx'
import { ChevronDownIcon, ReceiptIcon } from '../../ui/icons/home-icons.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { usePhone } from '../../ui/table/use-cards.ts'
import type { SaleTabProps } from '../dashboard/tab-parts.tsx'
import classes from './account-statement.module.css'
import { AccountStatement, PrintButton } from './account-statement.tsx'
import { OverdueLine } from './overdue-line.tsx'
import { PaperButton } from './paper-button.tsx'

// Loaded on demand: few open them.
const OtherPapers = lazyPart(async () => (await import('./other-papers.tsx')).OtherPapers)

/** A key once the menu has led to the certificate, '' otherwise. */
function useCertificateAsked(): string {
  const { hash, key } = useLocation()
  return hash === CERTIFICATE ? key : ''
}

export function AccountStatementTab({ sale, today }: SaleTabProps) {
  const { covered, rest } = useAwaited(today)(sale)
  const isPhone = usePhone()
  const isAsked = useCertificateAsked() !== ''
  const payment = nextPayment(rest, today)
  // Beside a balance in the member's favour nothing is asked for.
  const overdue = payment.kind === 'due' && !isInCredit(sale) ? payment.overdue : null
  return (
    <AccountStatement
      isDated={isPhone}
      covered={covered}
      notes={<AwaitedNotes covered={covered} today={today} />}
      sale={sale}
      today={today}
      tools={
        <>
          {!isPhone && <HelpLink topic="statement" />}
          {isPhone && overdue && (
            <OverdueLine
              {...{ sale, today, overdue, covered }}
              variant={isAsked ? 'default' : 'filled'}
            />
          )}
          <StatementTools
            code={sale.code}
            receipt={lastReceipt(sale)}
            year={today.slice(0, 4)}
            owed={rest}
            certified={certificateText(sale, today)}
            lacking={notInPapers(covered.values())}
          />
        </>
      }
      reported={
        <>
          <ReportedPayments sale={sale} isPendingOnly={!isPhone} />
          <p className={classes.allPayments}>
            <Link to="/payments/own">Ver todos mis pagos</Link>
          </p>
        </>
      }
    />
  )
}

interface StatementToolsProps {
  code: string
  /** The newest payment that has one. */
  receipt?: Payment | undefined
  /** Whose days are offered first. */
  year?: string
  /** For the calendar. */
  owed?: Sale
  /** What the certificate says of arrears. */
  certified?: string | null
  /** What the papers do not count yet. */
  lacking?: string | null
}

/** The newest receipt, the certificate, the statement as a file, and what else can be done with it. */
export function StatementTools(props: StatementToolsProps) {
  const { code, receipt, year = '', owed, certified = null, lacking = null } = props
  const [hasOthers, setHasOthers] = useState(false)
  const hasFiles = useIsExtended()
  const isPhone = usePhone()
  const asked = useCertificateAsked()
  const certificate = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asked === '') return
    certificate.current?.focus({ preventScroll: true })
    certificate.current?.scrollIntoView({ block: 'nearest' })
  }, [asked])
  // On a phone two stand in the last line.
  const unsaid = (text: string) =>
    isPhone ? <VisuallyHidden component="span">{text}</VisuallyHidden> : text
  const toCertificate = hasFiles && (
    <PaperButton
      code={code}
      paper="certificate"
      isMain={asked !== ''}
      isBare={isPhone}
      className={classes.whole}
      ref={certificate}
    >
      Certificado para el banco
      {certified && (
        <>
          {' '}
          <span className={classes.dot}>·</span>{' '}
          <small className={classes.says}>
            <UnbrokenDates text={certified} />
          </small>
        </>
      )}
    </PaperButton>
  )
  return (
    <div className={classes.tools}>
      <ButtonRow>
        {asked !== '' && toCertificate}
        {receipt?.receiptUrl && (
          <Button
            component="a"
            className={classes.whole ?? ''}
            variant="default"
            size="sm"
            leftSection={<ReceiptIcon size={18} />}
            href={receipt.receiptUrl}
            target="_blank"
            rel="noopener noreferrer"
          >
            Ver último comprobante
            {receipt.depositedOn && (
              <UnbrokenDates text={` del ${shortDate(receipt.depositedOn)}`} />
            )}
            <VisuallyHidden component="span"> (se abre en otra pestaña)</VisuallyHidden>
          </Button>
        )}
        {hasFiles ? (
          <>
            {asked === '' && toCertificate}
            <PaperButton code={code} paper="pdf" isBare={isPhone}>
              {unsaid('Descargar')} {isPhone ? 'Estado de cuenta PDF' : 'PDF'}
            </PaperButton>
            <Button
              variant="default"
              size="sm"
              leftSection={<ChevronDownIcon size={18} />}
              aria-expanded={hasOthers}
              onClick={() => setHasOthers(!hasOthers)}
            >
              Más{' '}
              <VisuallyHidden component="span">(CSV, fechas, calendario e imprimir)</VisuallyHidden>
            </Button>
          </>
        ) : (
          <PrintButton />
        )}
      </ButtonRow>
      {hasFiles && lacking && (
        <p className={classes.purpose}>
          <strong>
            <UnbrokenDates text={lacking} />
          </strong>
        </p>
      )}
      {hasOthers && (
        <>
          <p className={classes.purpose}>
            El certificado dice lo que debes y lo que has pagado, con un folio que tu banco puede
            verificar. El estado de cuenta, en PDF o CSV, es para ti: cada cuota y cada pago.
          </p>
          {isPhone && <HelpLink topic="statement" />}
          <ButtonRow>
            <PaperButton code={code} paper="csv">
              Descargar CSV
            </PaperButton>
          </ButtonRow>
          <Suspense>
            <OtherPapers code={code} year={year} owed={owed} />
          </Suspense>
        </>
      )}
    </div>
  )
}
