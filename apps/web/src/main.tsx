import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import './first.ts'
import './styles/styles.ts'
import { fetchCsrfToken } from './api/client.ts'
import { csrfToken } from './api/csrf-token.ts'
import { setNextPage } from './connection/new-release.ts'
import { whenLoaded } from './connection/when-loaded.ts'
import { environment } from './environment/environment.ts'
import { routes } from './routes.tsx'
import { connectSession } from './session/connect-session.ts'
import { laterStyles } from './ui/later-stylesheet.ts'

connectSession()
void environment()
void start()

async function start() {
  const router = createBrowserRouter(routes)
  setNextPage(() => router.createHref(router.state.navigation.location ?? router.state.location))
  await whenLoaded(router)
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no #root')
  const app = <RouterProvider router={router} />
  // A public page is prerendered. Behind the login its skeleton is, which stays until the page can be shown.
  const isPrerendered = container.hasChildNodes() && !container.querySelector('[data-skeleton]')
  if (isPrerendered) {
    hydrateRoot(container, app)
    void laterStyles()
  } else createRoot(container).render(<InPlaceOfSkeleton>{app}</InPlaceOfSkeleton>)
  if (csrfToken()) return
  await fetchCsrfToken().catch(() => {
    // The first call that needs a token fetches it again.
  })
}

/** Removes the title of the skeleton when the page has its own. */
function InPlaceOfSkeleton({ children }: { children: ReactNode }) {
  const [skeletonTitle] = useState(() => document.head.querySelector('title'))
  useLayoutEffect(() => skeletonTitle?.remove(), [skeletonTitle])
  return children
}
