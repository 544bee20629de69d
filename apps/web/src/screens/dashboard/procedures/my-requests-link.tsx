import { Link } from 'react-router'
import { searchOfTab, tabSlugs } from '../../../requests/member-address.ts'

export function MyRequestsLink({ saleCode }: { saleCode: string }) {
  return <Link to={{ search: searchOfTab(saleCode, tabSlugs.myRequests) }}>Ver Mis Trámites</Link>
}
