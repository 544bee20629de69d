import { unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { Button } from '../buttons/button.tsx'
import { documentTitle } from '../document-title.ts'
import classes from './feedback.module.css'

/** The last fallback, also after a release has replaced the files that this page loads. */
export function AppFailure() {
  return (
    <main className={classes.failure} role="alert">
      <title>{documentTitle('Ocurrió un error')}</title>
      <h1>{unknownErrorMessage}</h1>
      <p>No pudimos mostrar esta página. Vuelve a cargarla y, si se repite, avísanos.</p>
      <Button onClick={() => window.location.reload()}>Recargar la página</Button>
    </main>
  )
}
