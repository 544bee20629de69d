import { useSearchParams } from 'react-router'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { OPENED } from './address.ts'
import { MemberFilePage } from './file/member-file-page.tsx'
import { UsersOverview } from './users-overview.tsx'

export function Screen() {
  const [params] = useSearchParams()
  // The prerendered page does not know the address.
  const isKnown = useStoredUser() !== undefined
  const opened = isKnown ? params.get(OPENED) : null
  return opened === null ? <UsersOverview /> : <MemberFilePage key={opened} id={Number(opened)} />
}
