import { useSearchParams } from 'react-router'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { OPENED } from './address.ts'
import { ReportList } from './report-list.tsx'
import { ReportPage } from './report-page.tsx'

export function Screen() {
  const [params] = useSearchParams()
  // The prerendered page does not know the address.
  const isKnown = useStoredUser() !== undefined
  const opened = isKnown ? params.get(OPENED) : null
  return opened === null ? <ReportList /> : <ReportPage key={opened} id={Number(opened)} />
}
