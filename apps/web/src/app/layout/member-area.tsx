import type { SignedInUser, User } from '@carpeta/contract/auth'
import { isCompanyRut } from '@carpeta/domain/people/rut'
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, Outlet, useNavigate, useSearchParams } from 'react-router'
import { forgetQueries, queryClientOf } from '../../api/query-client.ts'
import { salesQuery } from '../../api/sales.ts'
import { endView } from '../../api/view-as.ts'
import { logOut } from '../../session/end-session.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { InactivityGuard } from '../../session/inactivity-guard.tsx'
import { pendingStep, storedUser, storeUser } from '../../session/stored-user.ts'
import { useFreshUser } from '../../session/use-fresh-user.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { viewOrigin } from '../../session/view-origin.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EyeIcon, LogoutIcon } from '../../ui/icons/icons.tsx'
import { useOfflineCopy } from '../offline/use-offline-copy.ts'
import { ReauthenticationPrompt } from '../reauthentication/reauthentication-prompt.tsx'
import { StaffFrame } from '../staff/staff-frame.tsx'
import classes from './client-bar.module.css'

/** The frame of every logged-in page, with nothing of the user before. */
export function MemberArea() {
  const user = useStoredUser()
  useOfflineCopy(user)
  useFreshUser()
  useEffect(
    () => () => {
      if (!storedUser()) forgetQueries()
    },
    [],
  )
  return (
    <QueryClientProvider key={user?.id} client={queryClientOf(user)}>
      {user && <ClientBar user={user} />}
      {user?.viewed_by && <ViewBanner user={user} />}
      {user && <InactivityGuard />}
      <ReauthenticationPrompt />
      <StaffFrame>
        <Outlet />
      </StaffFrame>
    </QueryClientProvider>
  )
}

/** The greeting on every logged-in page. Without a user it keeps its height. */
export function ClientBar({ user }: { user: User | undefined }) {
  return (
    <nav className={classes.bar} aria-label="Tu cuenta">
      <div className={classes.inner}>
        {user && (
          <>
            <Link className={classes.welcome} to="/profile">
              <Welcome user={user} />
            </Link>
            <button type="button" className={classes.logout} onClick={() => void logOut()}>
              <LogoutIcon size={18} />
              Cerrar sesión
            </button>
          </>
        )}
      </div>
    </nav>
  )
}

function Welcome({ user }: { user: User }) {
  const [params] = useSearchParams()
  const { data: sales = [] } = useQuery({
    ...salesQuery,
    // Before a pending step the call would be refused.
    enabled: user.profile?.is_client === true && !pendingStep(user),
  })
  const sale = sales.find((each) => each.code === params.get('venta')) ?? sales[0]
  const name = (sale?.holder.givenNames || user.first_name).trim()
  const [firstName] = name.split(/\s+/)
  const greeted = isCompanyRut(user.profile?.social_security ?? '') ? name : firstName
  return <>Hola{greeted ? `, ${greeted}` : ''}</>
}

/** Shown on every page while staff view a member's folder. */
export function ViewBanner({ user }: { user: SignedInUser }) {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: endView,
    onSuccess: async (staff) => {
      if (!staff) return
      await navigate(viewOrigin())
      storeUser(staff)
    },
  })
  return (
    <section className={classes.banner} aria-label="Ver como socio">
      <div className={classes.bannerInner}>
        <EyeIcon size={20} />
        <p>
          Estás viendo la carpeta de{' '}
          <strong>
            {user.first_name} {user.last_name}
          </strong>{' '}
          como la ve su dueño. Aquí no se puede cambiar nada.
        </p>
        <Button variant="default" size="xs" loading={isPending} onClick={() => mutate()}>
          Dejar de ver
        </Button>
      </div>
      {error && <FailureNotice error={error} />}
    </section>
  )
}
