import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmPasskey, startPasskeyReauthentication } from '../../api/reauthentication.ts'
import { secondFactorQuery } from '../../api/second-factor.ts'
import { PasskeyNotice } from '../../second-factor/passkey-notice.tsx'
import { answerWithPasskey, passkeysAreSupported } from '../../second-factor/passkeys.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { KeyIcon } from '../../ui/icons/icons.tsx'

/** A passkey instead of the password, for accounts that have one. */
export function PasskeyConfirmation({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { data: factor } = useQuery(secondFactorQuery)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function confirm() {
    setBusy(true)
    setFailure(undefined)
    try {
      const options = await startPasskeyReauthentication()
      onAnswer(await confirmPasskey(await answerWithPasskey(options)))
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }

  if (!factor?.passkeys.length || !passkeysAreSupported()) return null
  return (
    <>
      {failure !== undefined && <PasskeyNotice error={failure} />}
      <Button
        variant="default"
        leftSection={<KeyIcon size={18} />}
        loading={isBusy}
        onClick={() => void confirm()}
      >
        Usar una llave de acceso
      </Button>
    </>
  )
}
