import type { User } from '@carpeta/contract/auth'
import { viewAsMessages } from '@carpeta/domain/access/view-as-rules'
import { reminderDays, reminderLabel } from '@carpeta/domain/news/reminder-days'
import { offlineMessages, savedText } from '@carpeta/domain/offline/offline-texts'
import { formatRut } from '@carpeta/domain/people/rut'
import { counted } from '@carpeta/domain/text/counted'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { lazyPart } from '../../connection/lazy-part.ts'
import { knownEnvironment } from '../../environment/environment.ts'
import { HelpLink } from '../../help/help-link.tsx'
import { currentOfflineCopy, stopOffline } from '../../offline/offline-device.ts'
import { isOfflineOffered, startOffline } from '../../offline/start-offline.ts'
import { accountToKeep } from '../../payment-reports/member/calls.ts'
import { MyData } from '../../personal-data/my-data.tsx'
import { type SaleWithReaders, saleAccessesQuery } from '../../sales/accesses/calls.ts'
import { loadOfflineSales } from '../../sales/calls.ts'
import { useIsExtended } from '../../session/extended.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { startCalls } from '../../session/start-calls.ts'
import { useIsView } from '../../session/use-is-view.ts'
import { useStoredUser } from '../../session/use-stored-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { NativeSelect } from '../../ui/fields/inputs.ts'
import { LabelledSwitch } from '../../ui/fields/labelled-switch.tsx'
import { BackLink } from '../../ui/layout/back-link.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { FoldedCard } from '../../ui/layout/folded-card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { useHashArrival } from '../../ui/use-hash-arrival.ts'
import { AccountForm } from './account-form.tsx'
import { type Preferences, preferencesQuery, savePreferences } from './preferences.ts'
import classes from './profile.module.css'
import { SecurityCards } from './security-card.tsx'

export const loader = startCalls((client) => void client.prefetchQuery(preferencesQuery))

export function Component() {
  const user = useStoredUser()
  return (
    <Page title="Mi perfil" back={<BackLink to="/dashboard">Volver</BackLink>}>
      <div className={classes.parts}>
        <UserCard user={user ?? undefined} />
        {user?.viewed_by ? (
          <Notice tone="info">{viewAsMessages.notShown.text}</Notice>
        ) : (
          <Settings user={user ?? undefined} />
        )}
      </div>
    </Page>
  )
}

/** The settings that staff cannot see. */
function Settings({ user }: { user: User | undefined }) {
  const isExtended = useIsExtended()
  useHashArrival(user !== undefined)
  return (
    <Stack gap="md">
      <AccountForm user={user} />
      <SecurityCards user={user} />
      <EmailPreferences user={user} />
      <OfflineCard user={user} />
      <SaleAccessesCard user={user} />
      <MyData user={user} />
      {isExtended && <WhoSaw />}
    </Stack>
  )
}

function WhoSaw() {
  return (
    <Card title="Quién vio mis datos" className={classes.link}>
      <Link to="/accesses">Ver quién vio mis datos</Link>
    </Card>
  )
}

/** Without a user it shows a skeleton. */
function UserCard({ user }: { user: User | undefined }) {
  const isView = useIsView()
  const rut = formatRut(user?.profile?.social_security ?? '')
  return (
    <Card className={classes.user} size="lg" aria-label="Tus datos">
      <div className={classes.initials} aria-hidden="true">
        {user && initials(user)}
      </div>
      <div className={classes.text}>
        {user ? (
          <>
            <p className={classes.name}>{`${user.first_name} ${user.last_name}`.trim()}</p>
            <p className={classes.detail}>{user.email}</p>
            {rut && <p className={classes.detail}>Rut {rut}</p>}
          </>
        ) : (
          <>
            <Skeleton width="70%" height={20} style={{ marginTop: 4 }} />
            <Skeleton width="90%" height={14} style={{ marginTop: 10 }} />
            <Skeleton width="50%" height={14} style={{ marginTop: 8 }} />
          </>
        )}
      </div>
      {!isView && (
        <Button component={Link} to="/change-password" variant="default" fullWidth>
          Cambiar contraseña
        </Button>
      )}
    </Card>
  )
}

function initials({ first_name, last_name }: User): string {
  return [first_name, last_name].map((name) => name.trim().charAt(0).toUpperCase()).join('')
}

/** Which emails the user receives. Security emails cannot be turned off. */
function EmailPreferences({ user }: { user: User | undefined }) {
  const { data, error, refetch } = useQuery({
    ...preferencesQuery,
    enabled: user !== undefined,
  })
  const choices = user && !user.profile?.is_client ? ofStaff : ofMember
  if (data === null) return null
  return (
    <FoldedCard
      id="correos"
      title="Correos"
      state={
        data
          ? emailsState(
              choices.filter(({ name }) => data[name]),
              choices,
            )
          : undefined
      }
    >
      <Stack>
        {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {(data || !error) && (
          <>
            {choices.map((preference) => (
              <Choice
                key={preference.name}
                preference={preference}
                isWanted={data?.[preference.name]}
              />
            ))}
            {data?.due_emails && choices === ofMember && <ReminderDays days={data.due_days} />}
            <p className={classes.detail}>
              Los correos sobre la seguridad de tu cuenta llegan siempre.
            </p>
          </>
        )}
      </Stack>
    </FoldedCard>
  )
}

function emailsState(wanted: Preference[], choices: Preference[]): string {
  if (wanted.length === choices.length) return 'Los recibes todos'
  return wanted.length === 0
    ? 'Solo los de seguridad'
    : `Recibes ${wanted.length} de ${choices.length}, y los de seguridad`
}

interface Preference {
  name: Exclude<keyof Preferences, 'due_days'>
  label: string
  when: string
}

const ofMember: Preference[] = [
  {
    name: 'request_letters',
    label: 'Recibir correos sobre mis trámites',
    when: 'Te escribimos cuando la cooperativa recibe tu trámite, cuando le falta algo y cuando responde.',
  },
  {
    name: 'announcement_emails',
    label: 'Recibir los avisos por correo',
    when: 'Siempre los encuentras también en tu carpeta.',
  },
  {
    name: 'deed_emails',
    label: 'Recibir correos sobre mi escritura',
    when: 'Te escribimos cuando se cumple una de sus etapas.',
  },
  {
    name: 'payment_emails',
    label: 'Recibir correos sobre mis pagos',
    when: 'Te escribimos cuando la cooperativa registra un pago tuyo.',
  },
  {
    name: 'due_emails',
    label: 'Recibir correos sobre mis cuotas',
    when: 'Te escribimos antes de que venza una cuota, y una vez si queda sin pagar.',
  },
]

const ofStaff: Preference[] = [
  {
    name: 'request_letters',
    label: 'Recibir correos sobre las solicitudes',
    when: 'Te escribimos cuando llega una solicitud y cuando un socio responde lo que se le pidió.',
  },
]

interface ChoiceProps {
  preference: Preference
  /** Undefined while it loads. */
  isWanted: boolean | undefined
}

function Choice({ preference: { name, label, when }, isWanted }: ChoiceProps) {
  const { saving, failure, save } = useSaving()
  return (
    <div>
      <LabelledSwitch
        label={label}
        description={when}
        isOn={saving?.[name] ?? isWanted ?? false}
        isSaving={saving !== null}
        onMove={isWanted === undefined ? undefined : (isOn) => void save({ [name]: isOn })}
      />
      {failure !== undefined && <FailureNotice error={failure} />}
    </div>
  )
}

function ReminderDays({ days }: { days: Preferences['due_days'] }) {
  const { saving, failure, save } = useSaving()
  return (
    <div>
      <NativeSelect
        className={classes.reminder ?? ''}
        label="Cuándo te recordamos una cuota"
        value={saving?.due_days ?? days}
        aria-disabled={saving !== null}
        onChange={({ currentTarget: { value } }) => {
          const chosen = reminderDays.find((each) => String(each) === value)
          if (saving === null && chosen) void save({ due_days: chosen })
        }}
        data={reminderDays.map((each) => ({ value: String(each), label: reminderLabel(each) }))}
      />
      {failure !== undefined && <FailureNotice error={failure} />}
    </div>
  )
}

/** Saves what was chosen at once. */
function useSaving() {
  const client = useQueryClient()
  const [saving, setSaving] = useState<Partial<Preferences> | null>(null)
  const [failure, setFailure] = useState<unknown>()

  async function save(chosen: Partial<Preferences>) {
    setSaving(chosen)
    setFailure(undefined)
    try {
      client.setQueryData(preferencesQuery.queryKey, await savePreferences(chosen))
    } catch (refusal) {
      setFailure(refusal)
    } finally {
      setSaving(null)
    }
  }

  return { saving, failure, save }
}

// Loaded on demand: below the fold.
const OwnSaleAccesses = lazyPart(
  async () => (await import('./own-sale-accesses.tsx')).OwnSaleAccesses,
)

/** Only members hold sales. */
function SaleAccessesCard({ user }: { user: User | undefined }) {
  const isMember = user?.profile?.is_client === true
  const { data } = useQuery({ ...saleAccessesQuery, enabled: isMember })
  if (!isMember || data === null) return null
  return (
    <FoldedCard id="quien-ve" title="Quién ve mi compra" state={data && readersState(data)}>
      <Suspense fallback={<Skeleton height={96} />}>
        <OwnSaleAccesses />
      </Suspense>
    </FoldedCard>
  )
}

function readersState(sales: SaleWithReaders[]): string {
  const valid = sales.flatMap(({ accesses }) => accesses).filter(({ state }) => state === 'valid')
  return valid.length === 0 ? 'Solo tú' : counted(valid.length, 'persona más', 'personas más')
}

const KEY = ['offline']

interface Offline {
  isOffered: boolean
  /** Null while it is off. */
  savedAt: number | null
}

async function loadOfflineContent(client: QueryClient) {
  const account = await accountToKeep(client)
  return { sales: await loadOfflineSales(), environment: knownEnvironment(), account }
}

/** The switch of the account statement offline, for this device alone. */
function OfflineCard({ user }: { user: User | undefined }) {
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: KEY, queryFn: readOffline, enabled: user !== undefined })
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: (isOn: boolean) =>
      isOn && user ? startOffline(user.id, () => loadOfflineContent(client)) : stopOffline(),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  if (user && !user.profile?.is_client) return null
  if (data && !data.isOffered) return null
  const savedAt = data?.savedAt ?? null
  return (
    <FoldedCard
      id="sin-conexion"
      title="Sin conexión"
      state={data && (savedAt === null ? 'Desactivado' : 'Activado en este dispositivo')}
    >
      <Stack>
        <LabelledSwitch
          label={offlineMessages.switch}
          description={offlineMessages.meaning}
          isOn={isPending ? variables : savedAt !== null}
          {...(data && !isPending && { onMove: (isOn) => mutate(isOn) })}
        />
        {savedAt !== null && <p className={classes.detail}>{savedText(savedAt)}</p>}
        {error && <Failure error={error} />}
        <HelpLink topic="device" />
      </Stack>
    </FoldedCard>
  )
}

function Failure({ error }: { error: Error }) {
  if (error instanceof ApiError) return <FailureNotice error={error} />
  return <Notice tone="error">{offlineMessages.failed}</Notice>
}

async function readOffline(): Promise<Offline> {
  const copy = await currentOfflineCopy()
  // Without a network it can still be switched off.
  return { isOffered: copy !== null || (await isOfflineOffered()), savedAt: copy?.savedAt ?? null }
}
