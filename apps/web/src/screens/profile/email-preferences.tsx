import type { User } from '@carpeta/contract/auth'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Preferences, preferencesQuery, savePreferences } from '../../api/preferences.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { LoadFailure } from '../../session/failures/load-failure.tsx'
import { useOptionalQuery } from '../../session/use-optional-query.ts'
import { Switch } from '../../ui/fields/switch.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import classes from './profile.module.css'

interface Props {
  /** Undefined in the prerendered page. */
  user: User | undefined
}

interface Preference {
  name: keyof Preferences
  label: string
  when: string
}

const ofMember: Preference[] = [
  {
    name: 'request_letters',
    label: 'Recibir correos sobre mis trámites',
    when: 'Te escribimos cuando la cooperativa recibe tu solicitud, cuando le falta algo y cuando responde.',
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
    when: 'Te escribimos cinco días antes de que venza una cuota, y una vez si queda sin pagar.',
  },
]

const ofStaff: Preference[] = [
  {
    name: 'request_letters',
    label: 'Recibir correos sobre las solicitudes',
    when: 'Te escribimos cuando llega una solicitud y cuando un socio responde lo que se le pidió.',
  },
]

/** Which emails the user receives. Security emails cannot be turned off. */
export function EmailPreferences({ user }: Props) {
  const { data, isAbsent, failure, refetch } = useOptionalQuery({
    ...preferencesQuery,
    enabled: user !== undefined,
  })
  const choices = user && !user.profile?.is_client ? ofStaff : ofMember
  if (isAbsent) return null
  return (
    <Card title="Correos" size="lg">
      <Stack>
        {failure && <LoadFailure error={failure} onRetry={() => void refetch()} />}
        {(data || !failure) && (
          <>
            {choices.map((preference) => (
              <Choice
                key={preference.name}
                preference={preference}
                isWanted={data?.[preference.name]}
              />
            ))}
            <p className={classes.detail}>
              Los correos sobre la seguridad de tu cuenta llegan siempre.
            </p>
          </>
        )}
      </Stack>
    </Card>
  )
}

interface ChoiceProps {
  preference: Preference
  /** Undefined while it loads. */
  isWanted: boolean | undefined
}

function Choice({ preference: { name, label, when }, isWanted }: ChoiceProps) {
  const client = useQueryClient()
  const [saving, setSaving] = useState<boolean | null>(null)
  const [failure, setFailure] = useState<unknown>()

  async function save(isWanted: boolean) {
    setSaving(isWanted)
    setFailure(undefined)
    try {
      const saved = await savePreferences({ [name]: isWanted })
      client.setQueryData(preferencesQuery.queryKey, saved)
    } catch (refusal) {
      setFailure(refusal)
    } finally {
      setSaving(null)
    }
  }

  return (
    <div>
      <Switch
        size="md"
        label={label}
        checked={saving ?? isWanted ?? false}
        disabled={isWanted === undefined}
        // Not `disabled`, which would drop the focus.
        aria-disabled={saving !== null}
        onChange={({ currentTarget }) => saving === null && void save(currentTarget.checked)}
      />
      <p className={classes.detail}>{when}</p>
      {failure !== undefined && <FailureNotice error={failure} />}
    </div>
  )
}
