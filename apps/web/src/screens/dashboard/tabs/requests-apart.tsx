import type { Sale } from '@carpeta/domain/sales/sale'
import { isOwn, isSelectable } from '@carpeta/domain/sales/sale-rules'
import { useRef } from 'react'
import { Link } from 'react-router'
import { tabSlugs } from '../../../requests/member-address.ts'
import { MyRequests } from '../my-requests/my-requests.tsx'
import { nameOf } from '../name-of.ts'
import type { Selection } from '../use-selection.ts'
import classes from './requests-apart.module.css'
import { useScrollTo } from './use-scroll-to.ts'

/**
 * The sale whose requests the address names but no tab shows: it is completed, not approved or
 * withdrawn. Its requests can still be read.
 */
export function saleApart(sales: Sale[], { code, tab, request }: Selection): string | null {
  if (tab !== tabSlugs.myRequests) return null
  const sale = sales.find((each) => each.code === code)
  const isApart = sale ? isOwn(sale) && !isSelectable(sale) : request !== null
  return isApart ? code : null
}

interface Props {
  code: string
  sale: Sale | undefined
}

export function RequestsApart({ code, sale }: Props) {
  const part = useRef<HTMLDivElement>(null)
  useScrollTo(part, true)
  return (
    <div ref={part} className={classes.part}>
      <div className={classes.head}>
        <h2>{sale ? `Mis Trámites · ${nameOf(sale)}` : 'Mis Trámites'}</h2>
        <Link to="/dashboard">Volver a mi carpeta</Link>
      </div>
      <div className={classes.panel}>
        <MyRequests saleCode={code} requests={sale?.requests ?? []} canAsk={false} />
      </div>
    </div>
  )
}
