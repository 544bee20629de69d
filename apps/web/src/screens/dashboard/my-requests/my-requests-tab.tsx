import type { SaleTabProps } from '../tabs/sale-tab-props.ts'
import { MyRequests } from './my-requests.tsx'

export function MyRequestsTab({ sale }: SaleTabProps) {
  return <MyRequests saleCode={sale.code} requests={sale.requests} canAsk />
}
