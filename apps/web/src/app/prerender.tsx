import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { memberArea } from './member-area.ts'
import { pagePartsOf } from './page-parts.ts'
import { isLoginScreen, NOT_FOUND, routeOf, routes } from './routes.ts'

export { NOT_FOUND }

export const paths = routes.map((route) => route.path)

export async function render(path: string): Promise<string> {
  await Promise.all([memberArea, ...pagePartsOf(path)].map((part) => part.preload()))
  return renderToString(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  )
}

/** The modules of a page by their source path, as in Vite's manifest. */
export function modulesOf(path: string): string[] {
  const route = routeOf(path)
  const screen = `src/screens/${route.file}`
  if (isLoginScreen(route)) return [screen]
  const around = route.access === 'protected' ? ['src/app/layout/member-area.tsx'] : []
  return [...around, 'src/app/other-screens.ts', screen]
}
