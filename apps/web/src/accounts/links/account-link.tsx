import { deadLinkMessage, unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { lazyPart } from '../../connection/lazy-part.ts'
import { CooperativeEmail } from '../../environment/cooperative-email.tsx'
import { LINK_SECRET } from '../../session/stored-user.ts'
import { tabStorage } from '../../ui/browser-storage.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'

/** Shown for an expired or used link of an email. */
export function DeadLink({ children }: { children: ReactNode }) {
  return (
    <>
      <DeadLinkHead>{children}</DeadLinkHead>
      <Button component={Link} to="/" size="md" fullWidth>
        Ir al inicio
      </Button>
    </>
  )
}

function DeadLinkHead({ children }: { children: ReactNode }) {
  return (
    <div role="alert">
      <h1>{deadLinkMessage.text}</h1>
      <p>{children}</p>
    </div>
  )
}

/** What a link sets: the first password, or another one. */
export type Purpose = 'activate' | 'restore'

const WHY_DEAD = 'Cada enlace sirve una sola vez y por un tiempo limitado.'

/** @param purpose null where the link does not tell */
export function DeadPasswordLink({ purpose }: { purpose: Purpose | null }) {
  return (
    <>
      <DeadLinkHead>{WHY_DEAD} Con tu rut te enviamos otro por correo.</DeadLinkHead>
      <OtherLinks purpose={purpose} />
      <p>
        <WithoutRut />
      </p>
      <p>
        <Link to="/">Ir al inicio</Link>
      </p>
    </>
  )
}

/** At the form that could not be saved, since the link expired or was used meanwhile. */
export function DeadPasswordLinkNotice({ purpose }: { purpose: Purpose }) {
  return (
    <Notice tone="error">
      <p>{deadLinkMessage.text}</p>
      <p>
        {WHY_DEAD} <WithoutRut />
      </p>
      <OtherLinks purpose={purpose} />
    </Notice>
  )
}

function WithoutRut() {
  return (
    <>
      Si tu cuenta no tiene rut, pide otro a <CooperativeEmail />.
    </>
  )
}

const RestoreDialog = lazyPart(
  async () => (await import('../login/restore-dialog.tsx')).RestoreDialog,
)

const ways: Record<Purpose, string> = {
  restore: 'Crea una nueva contraseña',
  activate: 'Primera vez',
}

/** The login's ways to another link, the one of the dead link's kind first. */
function OtherLinks({ purpose }: { purpose: Purpose | null }) {
  const [asked, setAsked] = useState<Purpose | null>(null)
  const first = purpose ?? 'restore'
  const offered: Purpose[] = purpose ? [purpose] : ['restore', 'activate']
  return (
    <>
      <Stack gap="sm">
        {offered.map((each) => (
          <Button
            key={each}
            variant={each === first ? 'filled' : 'default'}
            size="md"
            fullWidth
            onClick={() => setAsked(each)}
          >
            {ways[each]}
          </Button>
        ))}
      </Stack>
      {asked && (
        <Suspense>
          <RestoreDialog isFirst={asked === 'activate'} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}

export function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && error.status === 422
}

/**
 * The secret of an email's link: empty when absent, undefined in the prerendered page. It is removed from the address
 * bar at once, and the tab keeps it for a reload until the link is used.
 */
export function useAddressSecret(name: 'token' | 'code'): string | undefined {
  const [params] = useSearchParams()
  const { pathname, state } = useLocation()
  const stored = LINK_SECRET + pathname
  const [secret] = useState(() => params.get(name) ?? tabStorage.get(stored) ?? '')
  const isShown = params.has(name)
  const navigate = useNavigate()
  const isReady = useHydrated()

  useEffect(() => {
    if (!isShown) return
    tabStorage.set(stored, secret)
    void navigate({ search: '' }, { replace: true, state })
  }, [isShown, navigate, secret, state, stored])

  return isReady ? secret : undefined
}

type Outcome<T> =
  | { status: 'waiting' }
  | { status: 'answered'; answer: T }
  | { status: 'failed'; error: Error }

/** Asks once on mount, although React may run the effect twice, and again on `retry`. */
export function useAnswerOnce<T>(ask: () => Promise<T>) {
  const [outcome, setOutcome] = useState<Outcome<T>>({ status: 'waiting' })
  const isAsked = useRef(false)

  async function retry() {
    setOutcome({ status: 'waiting' })
    try {
      setOutcome({ status: 'answered', answer: await ask() })
    } catch (error) {
      setOutcome({
        status: 'failed',
        error: error instanceof Error ? error : new Error(unknownErrorMessage),
      })
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once.
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    void retry()
  }, [])

  return { outcome, retry: () => void retry() }
}

/** Shown while a link is checked. */
export function Waiting({ children }: { children: string }) {
  return (
    <div>
      <h1>Un momento…</h1>
      <p role="status">{children}</p>
    </div>
  )
}
