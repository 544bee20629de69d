import { unknownErrorMessage } from '@carpeta/domain/error-messages'
import { Button } from '@mantine/core'
import classes from './app-failure.module.css'

/** The last resort: also when a new version has replaced the files this page was about to fetch. */
export function AppFailure() {
  return (
    <main className={classes.failure} role="alert">
      <h1>{unknownErrorMessage}</h1>
      <p>No pudimos mostrar esta página. Vuelve a cargarla y, si se repite, avísanos.</p>
      <Button onClick={() => window.location.reload()}>Recargar la página</Button>
    </main>
  )
}
