import { useEffect, useState } from 'react'
import { onceReconnected } from '../../connection/connection.ts'
import { probeConnection } from '../../session/calls.ts'
import { Button } from '../../ui/buttons/button.tsx'
import classes from '../login/login.module.css'
import { offerPasskeys, usePasskeyLogin } from './enter-with-passkey.ts'
import { PasskeyLabel } from './passkey-label.tsx'
import { PasskeyNotice } from './passkey-notice.tsx'
import { passkeysAreSupported } from './passkeys.ts'

/** The login with a passkey. The browser also offers the passkeys in the field of the rut or the email. */
export function PasskeyButton() {
  return passkeysAreSupported() ? <Supported /> : null
}

function Supported() {
  const { isBusy, failure, setFailure, start } = usePasskeyLogin()
  const hasPasskeys = useApiHasPasskeys()

  // One ceremony at a time: the button's ends the offer, which begins again after a failure.
  useEffect(
    () => (isBusy || !hasPasskeys ? undefined : offerPasskeys(setFailure)),
    [isBusy, hasPasskeys, setFailure],
  )

  return (
    <>
      {failure !== undefined && <PasskeyNotice error={failure} />}
      <Button
        className={classes.passkey}
        variant="default"
        size="md"
        fullWidth
        loading={isBusy}
        disabled={!hasPasskeys}
        // The place stays free, so that nothing moves.
        style={{ visibility: hasPasskeys === false ? 'hidden' : undefined }}
        onClick={start}
      >
        <PasskeyLabel />
      </Button>
    </>
  )
}

/** Undefined until the API has told: an API of the specification alone is asked nothing else before a login. */
function useApiHasPasskeys(): boolean | undefined {
  const [hasPasskeys, setHasPasskeys] = useState<boolean>()

  useEffect(() => {
    let stop = () => {}
    const ask = async () => {
      const answer = await probeConnection()
      if (answer) setHasPasskeys(answer.passkeys === true)
      else stop = onceReconnected(ask)
    }
    void ask()
    return () => stop()
  }, [])

  return hasPasskeys
}
