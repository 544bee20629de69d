import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import classes from './app/layout/client-bar.module.css'
import { Layout } from './app/layout/layout.tsx'
import { whenLoaded } from './connection/when-loaded.ts'
import { pages, routes } from './routes.tsx'
import { VisuallyHidden } from './ui/display/visually-hidden.tsx'
import { documentTitle } from './ui/document-title.ts'
import { Skeleton } from './ui/feedback/skeleton.tsx'
import { PageBody } from './ui/layout/page.tsx'
import { Mantine } from './ui/mantine.tsx'

/** Behind the login, and for every path that is no page. */
const skeletonRoutes: RouteObject[] = [
  {
    element: (
      <Mantine>
        <Layout menu={[]} />
      </Mantine>
    ),
    children: [{ path: '*', Component: PageSkeleton }],
  },
]

const FALLBACK = '/404.html'
const TITLE = /<title>(?<text>[^<]*)<\/title>/

const paths = pages.map(({ path }) => path)

/** Called by vite-prerender-plugin for each page. */
export async function prerender({ url }: { url: string }) {
  const page = pages.find(({ path }) => path === url)
  const markup = await render(url, page?.handle?.isPublic ? routes : skeletonRoutes)
  // React writes the title before the markup, since it does not render the head.
  const title = TITLE.exec(markup)?.groups?.text
  const skeletonTitle = page?.handle?.menu ? documentTitle(page.handle.menu) : undefined
  return {
    html: markup.replace(TITLE, ''),
    links: new Set([...paths, FALLBACK]),
    head: { lang: 'es-CL', title: title ?? skeletonTitle ?? 'Carpeta Virtual' },
  }
}

async function render(path: string, shown: RouteObject[]): Promise<string> {
  // Not a part of what the browser loads. The build for browsers would keep the process of the build alive.
  const { renderToString } = await import('react-dom/server.edge')
  const router = createMemoryRouter(shown, { initialEntries: [path] })
  await whenLoaded(router)
  return renderToString(<RouterProvider router={router} />)
}

/** The HTML of every page behind the login, until React replaces it. */
function PageSkeleton() {
  return (
    <>
      <div className={classes.bar}>
        <div className={classes.inner} />
      </div>
      <main id="contenido" data-skeleton className={classes.main}>
        <PageBody>
          <VisuallyHidden role="status">Cargando…</VisuallyHidden>
          <div className={classes.parts} aria-hidden="true">
            <Skeleton width={220} height={32} />
            <Skeleton height={220} radius={14} />
            <Skeleton height={320} radius={14} />
          </div>
        </PageBody>
      </main>
    </>
  )
}
