import classes from '../login/login.module.css'

/** The label of the button that logs in with a passkey; it says what a passkey is. */
export function PasskeyLabel() {
  return (
    <span className={classes.passkeyLabel}>
      Ingresar con una llave de acceso <small>con tu huella, tu cara o tu PIN</small>
    </span>
  )
}
