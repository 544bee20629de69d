import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import '../styles/styles.ts'
import { fetchCsrfToken } from '../api/client/client.ts'
import { environment } from '../environment/environment.ts'
import { connectSession } from '../session/connect-session.ts'
import { App } from './app.tsx'
import { pagePartsOf } from './page-parts.ts'

connectSession()
void environment()
void start()

async function start() {
  await Promise.all(pagePartsOf(window.location.pathname).map((part) => part.preload()))
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no #root')
  const app = (
    <BrowserRouter>
      <App />
    </BrowserRouter>
  )
  // React renders a transition in slices, so the page stays responsive during hydration.
  startTransition(() => {
    // In development nothing is prerendered.
    if (container.hasChildNodes()) hydrateRoot(container, app)
    else createRoot(container).render(app)
  })
  await fetchCsrfToken().catch(() => {
    // The first call that needs a token fetches it again.
  })
}
