import type { Sale } from '@carpeta/domain/sales/sale'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { lazyPart } from '../../connection/lazy-part.ts'
import { ownReportsQuery } from './calls.ts'

const List = lazyPart(async () => (await import('./reported-payments.tsx')).ReportedPayments)

interface Props {
  sale: Sale
  isPendingOnly?: boolean
}

/** The list is loaded on demand: most members have reported nothing. */
export function ReportedPayments({ sale, isPendingOnly = false }: Props) {
  // A failure here must not cover the amounts: the list is shown once it can be read.
  const { data } = useQuery(ownReportsQuery)
  const reports = (data ?? []).filter(({ sale_code }) => sale_code === sale.code)
  if (reports.length === 0) return null
  return (
    <Suspense>
      <List sale={sale} reports={reports} isPendingOnly={isPendingOnly} />
    </Suspense>
  )
}
