import { searchOfTab, tabSlugs } from '../../../requests/member-address.ts'
import { deferredPart } from '../../../ui/deferred-part.tsx'
import type { SaleTabProps } from '../sale-tab-props.ts'
import { TabSkeleton } from '../tab-skeleton.tsx'
import { useArrival } from '../use-arrival.ts'
import { useDetail } from '../use-selection.ts'
import classes from './my-requests.module.css'
import type { RequestDetailProps } from './request-detail.tsx'
import { RequestsTable } from './requests-table.tsx'

const RequestDetail = deferredPart<RequestDetailProps>(
  async () => (await import('./request-detail.tsx')).RequestDetail,
  <TabSkeleton />,
)

/** The table of one's requests, or one of them. */
export function MyRequestsTab({ sale }: SaleTabProps) {
  const { id, searchOf, close } = useDetail(sale.code, tabSlugs.myRequests, 'solicitud')
  const part = useArrival<HTMLElement>(id)
  return (
    <section ref={part} className={classes.requests} tabIndex={-1} aria-label="Mis trámites">
      {id === null ? (
        <RequestsTable
          requests={sale.requests}
          searchOf={searchOf}
          askSearch={searchOfTab(sale.code, tabSlugs.procedures)}
        />
      ) : (
        <RequestDetail key={id} id={Number(id)} onBack={close} />
      )}
    </section>
  )
}
