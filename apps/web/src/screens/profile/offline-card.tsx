import type { User } from '@carpeta/contract/auth'
import { offlineMessages, savedText } from '@carpeta/domain/offline/offline-texts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/client/api-error.ts'
import { loadOfflineSales } from '../../api/sales.ts'
import { HelpLink } from '../../help/help-link.tsx'
import {
  currentOfflineCopy,
  isOfflineOffered,
  startOffline,
  stopOffline,
} from '../../offline/offline-device.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { LabelledSwitch } from '../../ui/fields/labelled-switch.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import classes from './profile.module.css'

const KEY = ['offline']

interface Offline {
  isOffered: boolean
  /** Null while it is off. */
  savedAt: number | null
}

/** The switch of the account statement offline, for this device alone. */
export function OfflineCard({ user }: { user: User | undefined }) {
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: KEY, queryFn: readOffline, enabled: user !== undefined })
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: (isOn: boolean) =>
      isOn && user ? startOffline(user.id, loadOfflineSales) : stopOffline(),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
  if (user && !user.profile?.is_client) return null
  if (data && !data.isOffered) return null
  const savedAt = data?.savedAt ?? null
  return (
    <Card title="Sin conexión" size="lg">
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
    </Card>
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
