import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { lazyPart } from '../../connection/lazy-part.ts'
import { toTabs } from '../../sales/dashboard/hooks.ts'
import { useIsView } from '../../session/use-is-view.ts'
import { ChevronRightIcon } from '../../ui/icons/home-icons.tsx'
import { searchOfTab, tabSlugs } from '../member-address.ts'
import { type UnsentRequest, unsentRequestsQuery, unsentTitle } from './unsent-calls.ts'

// Most members have nothing unsent.
const UnsentRequests = lazyPart(async () => (await import('./unsent-requests.tsx')).UnsentRequests)

const inTabs: readonly (string | null)[] = [tabSlugs.procedures, tabSlugs.myRequests]

interface Props {
  place: 'page' | 'tab'
  /** The sale whose tab has it all: a line leads there, so that nothing moves when it comes late. */
  saleCode?: string | undefined
  /** Of that line where it is a row of its own. */
  rowClass?: string | undefined
}

/** The member's unsent requests; nothing without any, and while a form is open. */
export function UnsentPart({ place, saleCode, rowClass }: Props) {
  const requests = useUnsentRequests()
  const [params] = useSearchParams()
  const isElsewhere = (place === 'page') === inTabs.includes(params.get('tab'))
  if (requests.length === 0 || isElsewhere || params.has('tramite') || params.has('solicitud')) {
    return null
  }
  if (saleCode !== undefined) {
    return (
      <Link
        className={rowClass}
        to={{ search: searchOfTab(saleCode, tabSlugs.procedures) }}
        state={toTabs}
        preventScrollReset
      >
        <span>{unsentTitle(requests)}</span>
        {rowClass && <ChevronRightIcon size={18} />}
      </Link>
    )
  }
  return (
    <Suspense>
      <UnsentRequests requests={requests} />
    </Suspense>
  )
}

export function useUnsentRequests(): UnsentRequest[] {
  const isView = useIsView()
  const { data } = useQuery({ ...unsentRequestsQuery, enabled: !isView })
  return data ?? []
}
