import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { lazyPart } from '../../connection/lazy-part.ts'
import { useIsView } from '../../session/use-is-view.ts'
import { tabSlugs } from '../member-address.ts'
import { type UnsentRequest, unsentRequestsQuery } from './unsent-calls.ts'

// Most members have nothing unsent.
const UnsentRequests = lazyPart(async () => (await import('./unsent-requests.tsx')).UnsentRequests)

const inTabs: readonly (string | null)[] = [tabSlugs.procedures, tabSlugs.myRequests]

/** What the member began and did not send; nothing without any, and while a form is open. */
export function UnsentPart({ place }: { place: 'page' | 'tab' }) {
  const requests = useUnsentRequests()
  const [params] = useSearchParams()
  const isElsewhere = (place === 'page') === inTabs.includes(params.get('tab'))
  if (requests.length === 0 || isElsewhere || params.has('tramite') || params.has('solicitud')) {
    return null
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
