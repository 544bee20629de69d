import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { Layout } from './app/layout/layout.tsx'
import { PageSkeleton } from './app/layout/page-skeleton.tsx'
import { whenLoaded } from './connection/when-loaded.ts'
import { pages, routes } from './routes.tsx'
import { documentTitle } from './ui/document-title.ts'
import { Mantine } from './ui/mantine.tsx'

/** Behind the login, and for every path that has no file of its own. */
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

const paths = pages.map(({ path }) => path).filter((path) => !path.includes(':'))

/** Called by vite-prerender-plugin for each page. */
export async function prerender({ url }: { url: string }) {
  const page = pages.find(({ path }) => path === url)
  const markup = await render(url, page?.access === 'public' ? routes : skeletonRoutes)
  // React writes the title before the markup, since it does not render the head.
  const title = TITLE.exec(markup)?.groups?.text
  const skeletonTitle = page?.menu ? documentTitle(page.menu) : undefined
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
