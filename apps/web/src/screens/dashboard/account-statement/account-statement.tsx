import { statementReviewNotice } from '@carpeta/domain/sales/doubtful-figures'
import type { ReactNode } from 'react'
import { CooperativeEmail } from '../../../environment/cooperative-email.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AsOf } from '../cards/as-of.tsx'
import type { SaleTabProps } from '../tabs/sale-tab-props.ts'
import { UnderReview } from '../under-review.tsx'
import classes from './account-statement.module.css'
import { Instalments } from './instalments/instalments.tsx'
import { PaymentsTable } from './payments-table.tsx'
import { Summary } from './summary.tsx'

interface Props extends SaleTabProps {
  /** Beside the date of the data. */
  tools: ReactNode
  /** Payments that accounting has not recorded yet. */
  reported?: ReactNode
}

/** The statement itself, which is shown offline too: it makes no call. */
export function AccountStatement({ sale, today, tools, reported }: Props) {
  return (
    <div className={classes.statement}>
      <p className={classes.printTitle}>Estado de Cuenta</p>
      <div className={classes.head}>
        <AsOf sale={sale} />
        {tools}
      </div>
      <UnderReview notice={statementReviewNotice(sale)} />
      <Summary sale={sale} />
      <Instalments sale={sale} today={today} />
      <Section title="6. PAGOS">
        <PaymentsTable sale={sale} />
        {reported}
      </Section>
      <p className={classes.note}>
        Si encuentras diferencias, comunícate con tu asesor
        {sale.advisor && ` (${sale.advisor})`} o escribe a <CooperativeEmail />.
      </p>
    </div>
  )
}
