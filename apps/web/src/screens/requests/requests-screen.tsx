import { useSearchParams } from 'react-router'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { OPENED } from './address.ts'
import { RequestPage } from './detail/request-page.tsx'
import { Queue } from './queue/queue.tsx'

export function Screen() {
  const [params] = useSearchParams()
  // The prerendered page does not know the address.
  const isKnown = useStoredUser() !== undefined
  const opened = isKnown ? params.get(OPENED) : null
  return opened === null ? <Queue /> : <RequestPage key={opened} id={Number(opened)} />
}
