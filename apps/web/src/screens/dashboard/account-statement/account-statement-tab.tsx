import { HelpLink } from '../../../help/help-link.tsx'
import { ReportedPayments } from '../next-payment/reported-part.tsx'
import type { SaleTabProps } from '../tabs/sale-tab-props.ts'
import { AccountStatement } from './account-statement.tsx'
import { StatementTools } from './statement-tools.tsx'

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
