import type { User } from '@carpeta/contract/auth'
import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { preferencesQuery, savePreferences } from '../../api/preferences.ts'
import { FailureNotice } from '../../session/failure-notice.tsx'
import { LoadFailure } from '../../session/load-failure.tsx'
import classes from './profile.module.css'

interface Props {
  /** Not known yet in the prerendered page. */
  user: User | undefined
}

const ofMember = {
  label: 'Recibir cartas sobre mis trámites',
  when: 'Te escribimos cuando la cooperativa recibe tu solicitud, cuando le falta algo y cuando responde.',
}

const ofStaff = {
  label: 'Recibir cartas sobre las solicitudes',
  when: 'Te escribimos cuando llega una solicitud y cuando un socio responde lo que se le pidió.',
}

/** Which letters one wants; those about security are not asked about. */
export function LetterPreferences({ user }: Props) {
  const {
    data: preferences,
    error,
    refetch,
  } = useQuery({
    ...preferencesQuery,
    enabled: user !== undefined,
  })
  const client = useQueryClient()
  const {
    mutate,
    isPending,
    variables,
    error: failure,
  } = useMutation({
    mutationFn: savePreferences,
    onSuccess: (saved) => client.setQueryData(preferencesQuery.queryKey, saved),
  })
  const { label, when } = user && !user.profile?.is_client ? ofStaff : ofMember
  const shown = isPending ? variables : preferences

  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Switch
        size="md"
        label={label}
        checked={shown?.request_letters ?? false}
        disabled={!shown || isPending}
        onChange={({ currentTarget }) => mutate({ request_letters: currentTarget.checked })}
      />
      <p className={classes.detail}>
        {when} Las cartas sobre la seguridad de tu cuenta llegan siempre.
      </p>
      {failure && <FailureNotice error={failure} />}
    </>
  )
}
