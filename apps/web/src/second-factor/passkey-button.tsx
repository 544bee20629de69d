import { useEffect } from 'react'
import { isMissingCall } from '../api/client/api-error.ts'
import { Button } from '../ui/buttons/button.tsx'
import { offerPasskeys, usePasskeyLogin } from './enter-with-passkey.ts'
import { PasskeyNotice } from './passkey-notice.tsx'
import { passkeysAreSupported } from './passkeys.ts'

/** The login with a passkey. The browser also offers the passkeys in the field of the rut or the email. */
export function PasskeyButton() {
  return passkeysAreSupported() ? <Supported /> : null
}

function Supported() {
  const { isBusy, failure, setFailure, start } = usePasskeyLogin()

  // One ceremony at a time: the button's ends the offer, which begins again after a failure.
  useEffect(() => (isBusy ? undefined : offerPasskeys(setFailure)), [isBusy, setFailure])

  // An API without passkeys: the place stays free, so that nothing moves.
  const isAbsent = isMissingCall(failure)
  return (
    <>
      {failure !== undefined && !isAbsent && <PasskeyNotice error={failure} />}
      <Button
        variant="subtle"
        fullWidth
        loading={isBusy}
        style={{ visibility: isAbsent ? 'hidden' : undefined }}
        onClick={start}
      >
        Ingresar con una llave de acceso
      </Button>
    </>
  )
}
