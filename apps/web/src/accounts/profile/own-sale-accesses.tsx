import { useQuery } from '@tanstack/react-query'
import { giveSaleAccess, revokeSaleAccess, saleAccessesQuery } from '../../sales/accesses/calls.ts'
import { SalesWithReaders } from '../../sales/accesses/sales-with-readers.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import classes from './profile.module.css'

/** Who else reads the member's sales. */
export function OwnSaleAccesses() {
  const query = useQuery(saleAccessesQuery)
  const { data: sales, refetch } = query
  const failure = query.error && <LoadFailure error={query.error} onRetry={() => void refetch()} />
  if (!sales) return failure ?? <Skeleton height={96} />
  if (sales.length === 0) {
    return (
      <p className={classes.detail}>
        Cuando tengas una compra a tu nombre, aquí podrás dejar que tu co-titular la vea.
      </p>
    )
  }
  return (
    <>
      {failure}
      <p className={classes.detail}>
        Con su propia cuenta tu co-titular puede ver y pagar tu compra, y el representante legal de
        tu empresa, solo verla; no cambian datos. Tú decides, y lo puedes quitar cuando quieras.
      </p>
      <SalesWithReaders
        sales={sales}
        give={giveSaleAccess}
        revoke={revokeSaleAccess}
        onChanged={refetch}
      />
    </>
  )
}
