import { type ComponentType, useEffect, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import classes from './login.module.css'

/** Loaded after the first paint. Until then, and if it does not load, the button does nothing. */
export function PasskeyLogin() {
  const [Loaded, setLoaded] = useState<ComponentType>()

  useEffect(() => {
    import('../../second-factor/passkey-button.tsx').then(
      ({ PasskeyButton }) => setLoaded(() => PasskeyButton),
      () => {
        // The password still works.
      },
    )
  }, [])

  return Loaded ? (
    <Loaded />
  ) : (
    <Button className={classes.passkey} variant="subtle" fullWidth disabled>
      Ingresar con una llave de acceso
    </Button>
  )
}
