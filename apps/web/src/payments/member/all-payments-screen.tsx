import { dateOrNull } from '@carpeta/domain/dates/dates'
import { listPayments } from '@carpeta/domain/payments/payment-list'
import type { Sale } from '@carpeta/domain/sales/sale'
import { nameOf, unitOf } from '@carpeta/domain/sales/sale-name'
import { isVisible } from '@carpeta/domain/sales/sale-rules'
import { paymentPesosNote } from '@carpeta/domain/sales/statement-labels'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ownReportsQuery } from '../../payment-reports/member/calls.ts'
import { salesQuery } from '../../sales/calls.ts'
import { AsOf } from '../../sales/dashboard/sale-parts.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { startCalls } from '../../session/start-calls.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { NativeSelect } from '../../ui/fields/inputs.ts'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { usePrinting } from '../../ui/use-printing.ts'
import classes from './all-payments.module.css'
import { dayOf, ownPaymentsQuery } from './calls.ts'
import { known, PaymentRows, pesosByUf, type Row } from './payment-rows.tsx'

export const loader = startCalls((client) => {
  void client.prefetchQuery(salesQuery)
  void client.prefetchQuery(ownPaymentsQuery)
  void client.prefetchQuery(ownReportsQuery)
})

/** Every payment of the sales that the member reads, however the portal knows it. */
export function Component() {
  const salesRead = useQuery(salesQuery)
  const onlineRead = useQuery(ownPaymentsQuery)
  const reportsRead = useQuery(ownReportsQuery)
  const [sales, online, reports] = [salesRead.data, onlineRead.data, reportsRead.data]
  const areKnown = online !== undefined && reports !== undefined
  const failed = [salesRead, onlineRead, reportsRead].find(
    ({ data, error }) => data === undefined && error,
  )
  return (
    <Page title={TITLE} back={<BackLink to="/dashboard">Volver</BackLink>}>
      {failed?.error && <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !(sales && areKnown) && <Skeleton height={320} radius={14} />}
      {sales && areKnown && (
        <Payments
          sales={sales}
          payments={listPayments(
            sales,
            (online?.results ?? []).map((order) => ({
              ...known(order),
              paidOn: dayOf(order),
              order,
            })),
            (reports ?? []).map((report) => ({
              ...known(report),
              paidOn: dateOrNull(report.paid_on),
              report,
            })),
          )}
        />
      )}
    </Page>
  )
}

const TITLE = 'Mis pagos'
/** The query parameter of the sale. */
const SALE = 'venta'
/** How many are shown at first. */
const RECENT = 24

function Payments({ sales, payments }: { sales: Sale[]; payments: Row[] }) {
  const [params, setParams] = useSearchParams()
  const [isAll, setAll] = useState(false)
  const isPrinting = usePrinting()
  const codes = [...new Set(payments.map(({ saleCode }) => saleCode))]
  if (codes.length === 0) {
    return (
      <EmptyState title="Todavía no hay pagos">
        Cuando contabilidad registre un pago tuyo, o pagues en línea o informes uno, lo encontrarás
        aquí. Lo que debes está en <Link to="/dashboard">tu carpeta</Link>.
      </EmptyState>
    )
  }
  const named = (name: typeof nameOf) => (code: string) => {
    const sale = sales.find((each) => each.code === code)
    return sale ? name(sale) : code
  }
  const nameOfSale = named(nameOf)
  const chosen = codes.find((code) => code === params.get(SALE))
  const found = payments.filter(({ saleCode }) => !chosen || saleCode === chosen)
  const earlier = found.length - RECENT
  const isFolded = !isAll && !isPrinting && earlier > 1
  return (
    <>
      <AsOf sale={sales.find(isVisible)} />
      {codes.length > 1 && (
        <NativeSelect
          className={classes.filter ?? ''}
          label="Compra"
          value={chosen ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setParams(value ? { [SALE]: value } : {}, { replace: true })
          }
          data={[
            { value: '', label: 'Todas' },
            ...codes.map((code) => ({ value: code, label: nameOfSale(code) })),
          ]}
        />
      )}
      <div className={classes.payments}>
        <PaymentRows
          title={TITLE}
          rows={isFolded ? found.slice(0, RECENT) : found}
          nameOf={nameOfSale}
          unitOf={codes.length > 1 && !chosen ? named(unitOf) : undefined}
        />
        {isFolded && (
          <Button variant="default" onClick={() => setAll(true)}>
            Ver los {earlier} pagos anteriores
          </Button>
        )}
        {found.some(pesosByUf) && <p className={classes.detail}>{paymentPesosNote}</p>}
      </div>
    </>
  )
}
