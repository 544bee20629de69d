import { MyRequests } from './my-requests.tsx'
import type { SaleTabProps } from './tab-parts.tsx'

export function MyRequestsTab({ sale }: SaleTabProps) {
  return <MyRequests saleCode={sale.code} requests={sale.requests} canAsk />
}
