import { useQuery } from '@tanstack/react-query'
import { memberProceduresQuery } from '../../../api/member-requests.ts'
import { tabSlugs } from '../../../requests/member-address.ts'
import { LoadFailure } from '../../../session/failures/load-failure.tsx'
import { useIsView } from '../../../session/use-is-view.ts'
import type { SaleTabProps } from '../tabs/sale-tab-props.ts'
import { TabSkeleton } from '../tabs/tab-skeleton.tsx'
import { useArrival } from '../tabs/use-arrival.ts'
import { useDetail } from '../use-selection.ts'
import { ProcedureForm } from './procedure-form.tsx'
import { ProcedureList } from './procedure-list.tsx'
import classes from './procedures.module.css'

/** The list of procedures, or the form of the chosen one. */
export function ProceduresTab({ sale }: SaleTabProps) {
  const { data: procedures, error, refetch } = useQuery(memberProceduresQuery)
  const { id, open, close } = useDetail(sale.code, tabSlugs.procedures, 'tramite')
  const part = useArrival<HTMLElement>(id)
  const isView = useIsView()
  const chosen = isView ? undefined : procedures?.find((each) => String(each.id) === id)
  return (
    <section
      ref={part}
      className={classes.procedures}
      tabIndex={-1}
      aria-label={chosen?.title ?? 'Trámites que puedes solicitar'}
    >
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!procedures && !error && <TabSkeleton />}
      {chosen && <ProcedureForm procedure={chosen} saleCode={sale.code} onBack={close} />}
      {procedures && !chosen && (
        <ProcedureList procedures={procedures} onChoose={isView ? undefined : open} />
      )}
    </section>
  )
}
