import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import '../styles/styles.ts'
import { fetchCsrfToken } from '../api/client/client.ts'
import { csrfToken } from '../api/client/csrf-token.ts'
import { environment } from '../environment/environment.ts'
import { connectSession } from '../session/connect-session.ts'
import { App } from './app.tsx'
import { isHydrated, pagePartsOf } from './page-parts.ts'

connectSession()
void environment()
void start()
// The fallback font has the same metrics, so the swap moves nothing.
void import('../styles/figtree.css')

async function start() {
  await Promise.all(pagePartsOf(window.location.pathname).map((part) => part.preload()))
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no #root')
  const app = (
    <BrowserRouter>
      <App />
    </BrowserRouter>
  )
  // React renders a transition in slices, so the page stays responsive meanwhile.
  startTransition(() => {
    if (isHydrated(window.location.pathname, container)) hydrateRoot(container, app)
    else createRoot(container).render(<Anew>{app}</Anew>)
  })
  if (csrfToken()) return
  await fetchCsrfToken().catch(() => {
    // The first call that needs a token fetches it again.
  })
}

/** Removes the prerendered title when the page with its own is there: React adds that one. */
function Anew({ children }: { children: ReactNode }) {
  const [prerendered] = useState(() => document.head.querySelector('title'))
  useLayoutEffect(() => prerendered?.remove(), [prerendered])
  return children
}
