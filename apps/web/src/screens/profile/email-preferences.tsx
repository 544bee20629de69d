import type { User } from '@carpeta/contract/auth/auth-schemas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { preferencesQuery, savePreferences } from '../../api/preferences.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { Switch } from '../../ui/fields/switch.ts'
import classes from './profile.module.css'

interface Props {
  /** Undefined in the prerendered page. */
  user: User | undefined
}

const ofMember = {
  label: 'Recibir correos sobre mis trámites',
  when: 'Te escribimos cuando la cooperativa recibe tu solicitud, cuando le falta algo y cuando responde.',
}

const ofStaff = {
  label: 'Recibir correos sobre las solicitudes',
  when: 'Te escribimos cuando llega una solicitud y cuando un socio responde lo que se le pidió.',
}

/** Which emails the user receives. Security emails cannot be turned off. */
export function EmailPreferences({ user }: Props) {
  const {
    data: preferences,
    error,
    refetch,
  } = useQuery({
    ...preferencesQuery,
    enabled: user !== undefined,
  })
  const client = useQueryClient()
  const [saving, setSaving] = useState<boolean | null>(null)
  const [failure, setFailure] = useState<unknown>()
  const { label, when } = user && !user.profile?.is_client ? ofStaff : ofMember

  async function save(isWanted: boolean) {
    setSaving(isWanted)
    setFailure(undefined)
    try {
      const saved = await savePreferences({ request_letters: isWanted })
      client.setQueryData(preferencesQuery.queryKey, saved)
    } catch (refusal) {
      setFailure(refusal)
    } finally {
      setSaving(null)
    }
  }

  const unread = error && <LoadFailure error={error} onRetry={() => void refetch()} />
  if (unread && !preferences) return unread
  return (
    <>
      {unread}
      <Switch
        size="md"
        label={label}
        checked={saving ?? preferences?.request_letters ?? false}
        disabled={!preferences || saving !== null}
        onChange={({ currentTarget }) => void save(currentTarget.checked)}
      />
      <p className={classes.detail}>
        {when} Los correos sobre la seguridad de tu cuenta llegan siempre.
      </p>
      {failure !== undefined && <FailureNotice error={failure} />}
    </>
  )
}
