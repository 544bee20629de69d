import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf } from '@carpeta/domain/sales/sale-name'
import { useRef } from 'react'
import { MyRequests } from '../../requests/member/my-requests.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { useScrollTo } from './hooks.ts'
import classes from './requests-without-tab.module.css'

interface Props {
  code: string
  sale: Sale | undefined
}

/** The requests of a sale that has no tabs. */
export function RequestsWithoutTab({ code, sale }: Props) {
  const part = useRef<HTMLDivElement>(null)
  useScrollTo(part, true)
  return (
    <div ref={part} className={classes.requests}>
      <BackLink to="/dashboard">Volver a mi carpeta</BackLink>
      <h2>{sale ? `Mis Trámites · ${nameOf(sale)}` : 'Mis Trámites'}</h2>
      <div className={classes.panel}>
        <MyRequests saleCode={code} requests={sale?.requests ?? []} canAsk={false} />
      </div>
    </div>
  )
}
