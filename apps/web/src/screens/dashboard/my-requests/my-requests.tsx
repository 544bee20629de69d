import type { RequestSummary } from '@carpeta/domain/sales/sale'
import { Suspense } from 'react'
import { lazyPart } from '../../../connection/lazy-part.ts'
import { searchOfTab, tabSlugs } from '../../../requests/member-address.ts'
import { useIsExtended } from '../../../session/extended.ts'
import { TabSkeleton } from '../tabs/tab-skeleton.tsx'
import { useArrival } from '../tabs/use-arrival.ts'
import { useDetail } from '../use-selection.ts'
import classes from './my-requests.module.css'
import { RequestsTable } from './requests-table.tsx'

const RequestDetail = lazyPart(async () => (await import('./request-detail.tsx')).RequestDetail)

interface Props {
  saleCode: string
  requests: RequestSummary[]
  /** False for a completed sale. */
  canAsk: boolean
}

/** The table of a sale's requests, or one open request. */
export function MyRequests({ saleCode, requests, canAsk }: Props) {
  const { id, searchOf, close } = useDetail(saleCode, tabSlugs.myRequests, 'solicitud')
  const part = useArrival<HTMLElement>(id)
  const hasDetails = useIsExtended()
  return (
    <section ref={part} className={classes.requests} tabIndex={-1} aria-label="Mis Trámites">
      {id === null || !hasDetails ? (
        <RequestsTable
          requests={requests}
          searchOf={hasDetails ? searchOf : null}
          askSearch={canAsk ? searchOfTab(saleCode, tabSlugs.procedures) : null}
        />
      ) : (
        <Suspense fallback={<TabSkeleton />}>
          <RequestDetail key={id} id={Number(id)} onBack={close} />
        </Suspense>
      )}
    </section>
  )
}
