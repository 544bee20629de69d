import { Navigate, useSearchParams } from 'react-router'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { logOutIfExpired } from '../../session/log-out-for-link.ts'
import { CardPage } from '../../ui/layout/card-page.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { checkLink, type LinkOwner, type LinkState } from '../calls.ts'
import { DeadPasswordLink, isDeadLink, useAnswerOnce, Waiting } from './account-link.tsx'

export function Component() {
  const [params] = useSearchParams()
  const token = params.get('token')
  return (
    <CardPage title="Revisión del enlace">
      {useHydrated() ? <Check token={token} /> : <Checking />}
    </CardPage>
  )
}

function Check({ token }: { token: string | null }) {
  return token ? <CheckToken token={token} /> : <DeadPasswordLink purpose={null} />
}

function CheckToken({ token }: { token: string }) {
  const { outcome, retry } = useAnswerOnce(async () => {
    await logOutIfExpired()
    return checkLink(token)
  })

  if (outcome.status === 'waiting') return <Checking />
  if (outcome.status === 'answered') {
    const { username, first_name: firstName, last_name: lastName, email } = outcome.answer
    const owner: LinkOwner | null = username ? { username, firstName, lastName, email } : null
    return <Navigate to={next(outcome.answer, token)} replace state={owner} />
  }
  if (isDeadLink(outcome.error)) return <DeadPasswordLink purpose={null} />
  return (
    <>
      <h1>No pudimos revisar tu enlace</h1>
      <LoadFailure error={outcome.error} onRetry={retry} />
    </>
  )
}

/** The page that a link leads to depends on the state of its account. */
function next({ can_restore_password, is_active }: LinkState, token: string): string {
  const query = new URLSearchParams({ token })
  if (can_restore_password) return `/restore-password?${query}`
  return is_active ? '/login' : `/client/activate?${query}`
}

function Checking() {
  return <Waiting>Estamos revisando tu enlace.</Waiting>
}
