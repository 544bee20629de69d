import { Outlet, Route, Routes } from 'react-router'
import { ProtectedRoute } from '../session/protected-route.tsx'
import { SessionWatcher } from '../session/session-watcher.tsx'
import { useStoredUser } from '../session/use-stored-user.ts'
import { AppFailure } from '../ui/feedback/app-failure.tsx'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import type { MenuItem } from '../ui/layout/menu.ts'
import { Mantine } from '../ui/mantine.tsx'
import { Layout } from './layout/layout.tsx'
import { memberArea } from './member-area.ts'
import { type AppRoute, NOT_FOUND, routes, screenOf } from './routes.ts'

const menu: MenuItem[] = routes.flatMap(({ path, menu, access, permission, needsExtended }) =>
  menu ? [{ path, label: menu, access, permission, needsExtended }] : [],
)

export function App() {
  return (
    <Mantine>
      <SessionWatcher />
      <ErrorBoundary fallback={() => <AppFailure />}>
        <Routes>
          <Route element={<Layout menu={menu} />}>{rows((route) => route.layout !== false)}</Route>
          {rows((route) => route.layout === false)}
        </Routes>
      </ErrorBoundary>
    </Mantine>
  )
}

function rows(belongs: (route: AppRoute) => boolean) {
  const chosen = routes.filter(belongs)
  const open = chosen.filter(({ access }) => access === 'public')
  const guarded = chosen.filter(({ access }) => access === 'protected')
  const notFound = open.find(({ path }) => path === NOT_FOUND)
  return (
    <>
      {open.filter((route) => route !== notFound).map(page)}
      {guarded.length > 0 && <Route element={<memberArea.Part />}>{guarded.map(page)}</Route>}
      {notFound && (
        <Route element={<OptionalMemberArea />}>
          {page(notFound)}
          {page({ ...notFound, path: '*' })}
        </Route>
      )}
    </>
  )
}

/** A logged-in person keeps the client bar. */
function OptionalMemberArea() {
  return useStoredUser() ? <memberArea.Part /> : <Outlet />
}

function page(route: AppRoute) {
  const { Part } = screenOf(route)
  const screen = (
    // The key resets the error boundary when the user goes to another page.
    <ErrorBoundary key={route.path} fallback={() => <AppFailure />}>
      {route.access === 'public' ? (
        <Part />
      ) : (
        <ProtectedRoute permission={route.permission} needsExtended={route.needsExtended}>
          <Part />
        </ProtectedRoute>
      )}
    </ErrorBoundary>
  )
  return <Route key={route.path} path={route.path} element={screen} />
}
