import { useSearchParams } from 'react-router'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { FILING, OPENED } from './address.ts'
import { RequestPage } from './detail/request-page.tsx'
import { FilingPage } from './filing/filing-page.tsx'
import { Queue } from './queue/queue.tsx'

export function Screen() {
  const [params] = useSearchParams()
  // The prerendered page does not know the address.
  const isKnown = useStoredUser() !== undefined
  const opened = isKnown ? params.get(OPENED) : null
  const filing = isKnown ? params.get(FILING) : null
  if (opened === null && filing !== null) return <FilingPage memberId={Number(filing) || null} />
  return opened === null ? <Queue /> : <RequestPage key={opened} id={Number(opened)} />
}
