import type { SignedInUser, User } from '@carpeta/contract/auth'
import { isCompanyRut } from '@carpeta/domain/people/rut'
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { Link, Outlet, useLocation, useNavigate, useSearchParams } from 'react-router'
import { forgetQueries, queryClientOf } from '../../api/query-client.ts'
import { lazyPart } from '../../connection/lazy-part.ts'
import { knownEnvironment } from '../../environment/environment.ts'
import { refreshOfflineCopy } from '../../offline/offline-copy.ts'
import { canWorkOffline, stopOfflineUnless } from '../../offline/offline-device.ts'
import { accountToKeep } from '../../payment-reports/member/calls.ts'
import { onSalesAnswer, salesQuery } from '../../sales/calls.ts'
import { logOut } from '../../session/end-session.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { InactivityGuard } from '../../session/inactivity-guard.tsx'
import { confirmation, newLogin } from '../../session/reauthentication.ts'
import { refreshUser } from '../../session/refresh-user.ts'
import { pendingStep, storedUser, storeUser } from '../../session/stored-user.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { from } from '../../ui/breakpoints.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EyeIcon, HelpIcon, LogoutIcon } from '../../ui/icons/home-icons.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { endView } from '../../view-as/calls.ts'
import { viewOrigin } from '../../view-as/view-origin.ts'
import { StaffFrame } from '../staff/staff-frame.tsx'
import classes from './client-bar.module.css'
import { PurchasePages } from './purchase-pages.tsx'

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
      {user?.profile?.is_client && !pendingStep(user) && <PurchasePages />}
      {user?.viewed_by && <ViewBanner user={user} />}
      {user && <InactivityGuard />}
      <LoginPrompts />
      <StaffFrame>
        <Outlet />
      </StaffFrame>
    </QueryClientProvider>
  )
}

/**
 * Refreshes the copy of this device with every answer, and deletes it once another person logs in. While staff view a
 * member's folder nothing is stored.
 */
function useOfflineCopy(user: StoredUser) {
  const owner = offlineOwner(user)
  const isKnown = Boolean(user)

  useEffect(() => {
    if (isKnown) void stopOfflineUnless(owner)
  }, [isKnown, owner])

  useEffect(() => {
    if (owner === undefined || !canWorkOffline()) return
    return onSalesAnswer((read) => {
      refreshOfflineCopy(owner, () => ({ sales: read(), environment: knownEnvironment() }))
        .then(async (isKept) => {
          if (!isKept) return
          const account = await accountToKeep(queryClientOf(storedUser()))
          await refreshOfflineCopy(owner, () => ({ account }))
        })
        .catch(() => {
          // A full device keeps the former copy.
        })
    })
  }, [owner])
}

type StoredUser = SignedInUser | null | undefined

/** Whose copy this device may have. */
export function offlineOwner(user: StoredUser): number | undefined {
  return user?.profile?.is_client && !user.viewed_by ? user.id : undefined
}

/** Refreshes the user on each page and when the tab becomes visible. */
export function useFreshUser() {
  const { pathname } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each page.
  useEffect(() => void refreshUser(), [pathname])

  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && void refreshUser()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
}

// Loaded on demand, since they are rarely shown.
const ReauthenticationDialog = lazyPart(
  async () =>
    (await import('../../accounts/factors/reauthentication-dialog.tsx')).ReauthenticationDialog,
)
const LogInAgainDialog = lazyPart(
  async () => (await import('../../accounts/factors/log-in-again-dialog.tsx')).LogInAgainDialog,
)

export function LoginPrompts() {
  return (
    <>
      <Prompt question={confirmation} As={ReauthenticationDialog} />
      <Prompt question={newLogin} As={LogInAgainDialog} />
    </>
  )
}

interface PromptProps {
  question: typeof confirmation
  As: ComponentType<{ onAnswer: (isDone: boolean) => void }>
}

/** Shows the dialog while a call waits for its answer. */
function Prompt({ question, As }: PromptProps) {
  const [asked, setAsked] = useState<{ answer: (isDone: boolean) => void }>()

  useEffect(() => {
    let answerLast = (_: boolean) => {}
    const stop = question.onAsked(() => {
      return new Promise((answer) => {
        answerLast = answer
        setAsked({ answer })
      })
    })
    return () => {
      stop()
      // The user left the page; the call must not wait for ever.
      answerLast(false)
    }
  }, [question])

  if (!asked) return null
  return (
    <Suspense>
      <As
        onAnswer={(isDone) => {
          setAsked(undefined)
          asked.answer(isDone)
        }}
      />
    </Suspense>
  )
}

// Loaded on demand: a phone has the menu of the burger.
const MemberNavigation = lazyPart(
  async () => (await import('./member-navigation.tsx')).MemberNavigation,
)
const AccountMenu = lazyPart(async () => (await import('./member-navigation.tsx')).AccountMenu)
// Loaded on demand: members have none.
const ManualLink = lazyPart(async () => (await import('../../manual/manual-link.tsx')).ManualLink)

/** The greeting on every logged-in page and a member's pages, on a narrow screen the help alone. Staff have theirs at the side, and the manual here; on a wide screen both have the pages of their account in a menu. */
export function ClientBar({ user }: { user: SignedInUser }) {
  const isWide = useMedia(from('desktop'))
  const isMember = user.profile?.is_client && user.permissions.length === 0
  const hasPages = isWide && isMember && !pendingStep(user)
  const isStaff = user.permissions.length > 0 && !pendingStep(user)
  return (
    <div className={classes.bar} data-staff={isStaff || undefined}>
      <div className={classes.inner}>
        <Suspense>{hasPages && <MemberNavigation user={user} />}</Suspense>
        <nav className={classes.account} aria-label="Tu cuenta" data-right={hasPages || undefined}>
          <Link className={classes.welcome} to="/profile">
            <Welcome user={user} />
          </Link>
          {(hasPages || (isWide && isStaff)) && (
            <div className={classes.menu}>
              <Suspense>
                <AccountMenu user={user} />
              </Suspense>
            </div>
          )}
          {isMember && !isWide && !pendingStep(user) && (
            <Link className={`${classes.logout} ${classes.help}`} to="/help">
              <HelpIcon size={18} />
              Ayuda
            </Link>
          )}
          {isStaff && (
            <Suspense>
              <ManualLink />
            </Suspense>
          )}
          <button type="button" className={classes.logout} onClick={() => void logOut()}>
            <LogoutIcon size={18} />
            Cerrar sesión
          </button>
        </nav>
      </div>
    </div>
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
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          Dejar de ver
        </Button>
      </div>
      {error && <FailureNotice error={error} />}
    </section>
  )
}
