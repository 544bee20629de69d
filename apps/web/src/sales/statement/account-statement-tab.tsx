import { notInPapers } from '@carpeta/domain/payments/awaited-notice'
import { nextPayment } from '@carpeta/domain/payments/next-payment'
import type { Sale } from '@carpeta/domain/sales/sale'
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
import { ChevronDownIcon, ChevronRightIcon, ReceiptIcon } from '../../ui/icons/home-icons.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { usePhone } from '../../ui/table/use-cards.ts'
import type { SaleTabProps } from '../dashboard/tab-parts.tsx'
import classes from './account-statement.module.css'
import { AccountStatement, PrintButton } from './account-statement.tsx'
import { OverdueLine } from './overdue-line.tsx'
import { PaperButton } from './paper-button.tsx'

// Loaded on demand: few open them.
const OtherPapers = lazyPart(async () => (await import('./other-papers.tsx')).OtherPapers)

export function AccountStatementTab({ sale, today }: SaleTabProps) {
  const { covered, rest } = useAwaited(today)(sale)
  const isPhone = usePhone()
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
          {isPhone && overdue && <OverdueLine sale={sale} today={today} overdue={overdue} />}
          <StatementTools
            code={sale.code}
            receipt={lastReceipt(sale)}
            year={today.slice(0, 4)}
            owed={rest}
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
  /** The address of the newest payment's receipt. */
  receipt?: string | null
  /** Whose days are offered first. */
  year?: string
  /** For the calendar. */
  owed?: Sale
  /** What the papers do not count yet. */
  lacking?: string | null
}

/** The newest receipt, the certificate, the statement as a file, and what else can be done with it. */
export function StatementTools({
  code,
  receipt = null,
  year = '',
  owed,
  lacking = null,
}: StatementToolsProps) {
  const [hasOthers, setHasOthers] = useState(false)
  const hasFiles = useIsExtended()
  const isPhone = usePhone()
  const { hash, key } = useLocation()
  const asked = hash === CERTIFICATE ? key : ''
  const certificate = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (asked === '') return
    certificate.current?.focus({ preventScroll: true })
    certificate.current?.scrollIntoView({ block: 'nearest' })
  }, [asked])
  const toCertificate = hasFiles && (
    <PaperButton code={code} paper="certificate" isMain={asked !== ''} ref={certificate}>
      Certificado para el banco
    </PaperButton>
  )
  const purpose = (
    <p className={classes.purpose}>
      El certificado dice lo que debes y lo que has pagado, con un folio que tu banco puede
      verificar. El estado de cuenta, en PDF o CSV, es para ti: cada cuota y cada pago.{' '}
      {lacking && (
        <strong>
          <UnbrokenDates text={lacking} />
        </strong>
      )}
    </p>
  )
  return (
    <div className={classes.tools}>
      <ButtonRow>
        {asked !== '' && toCertificate}
        {receipt && (
          <Button
            component="a"
            variant={asked === '' ? 'filled' : 'default'}
            size="sm"
            leftSection={<ReceiptIcon size={18} />}
            href={receipt}
            target="_blank"
            rel="noopener noreferrer"
          >
            Ver último comprobante
            <VisuallyHidden> (se abre en otra pestaña)</VisuallyHidden>
          </Button>
        )}
        {hasFiles ? (
          <>
            {asked === '' && toCertificate}
            <PaperButton code={code} paper="pdf">
              Descargar PDF
            </PaperButton>
            <PaperButton code={code} paper="csv">
              Descargar CSV
            </PaperButton>
            <Button
              variant="default"
              size="sm"
              leftSection={<ChevronDownIcon size={18} />}
              aria-expanded={hasOthers}
              onClick={() => setHasOthers(!hasOthers)}
            >
              Fechas, calendario e imprimir
            </Button>
          </>
        ) : (
          <PrintButton />
        )}
      </ButtonRow>
      <div className={classes.purposes}>
        {hasFiles &&
          (isPhone && lacking === null ? (
            <details className={classes.folded}>
              <summary>
                Para qué sirven
                <ChevronRightIcon size={18} />
              </summary>
              {purpose}
            </details>
          ) : (
            purpose
          ))}
        {isPhone && <HelpLink topic="statement" />}
      </div>
      <Suspense>{hasOthers && <OtherPapers code={code} year={year} owed={owed} />}</Suspense>
    </div>
  )
}
