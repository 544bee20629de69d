import type { ComponentType } from 'react'
import { type LoaderFunction, Outlet, type RouteObject } from 'react-router'
import { Layout } from './app/layout/layout.tsx'
import { loadWhenConnected } from './connection/load-when-connected.ts'
import { helpTopicAddress, ownHelpTopics } from './help/help-address.ts'
import { mayOpen, type PageAccess } from './session/extended.ts'
import { ProtectedRoute, SessionWatcher } from './session/protected-route.tsx'
import { pendingStep, storedUser } from './session/stored-user.ts'
import { useStoredUser } from './session/use-stored-user.ts'
import { AppFailure } from './ui/feedback/app-failure.tsx'
import { laterStyles } from './ui/later-stylesheet.ts'
import type { MenuItem } from './ui/layout/menu.ts'
import { Mantine } from './ui/mantine.tsx'

/** A route object of React Router. */
export interface Page {
  path: string
  /** The page's file. Its loader starts its first calls, and waits for none: its skeleton shows meanwhile. */
  lazy: () => Promise<{ Component: ComponentType; loader?: LoaderFunction }>
  handle?: PageHandle
}

interface PageHandle extends PageAccess {
  /** Without it only a logged-in person opens the page. */
  isPublic?: true
  /** `false`: without navigation bar, client bar and footer. */
  layout?: false
  /** `false`: switched off. */
  enabled?: false
  /** Its label in the navigation menu; without one it is not listed. */
  menu?: string
}

const login = () => import('./accounts/login/login-screen.tsx')
const setPassword = () => import('./accounts/links/set-password-screen.tsx')
const takeBack = () => import('./accounts/links/take-back-screen.tsx')

/** All pages. A new one is one row here and one file. */
export const table: Page[] = [
  {
    path: '/',
    lazy: async () => ({ Component: (await login()).RutLogin }),
    handle: { isPublic: true, menu: 'Ingresar con rut' },
  },
  {
    path: '/login',
    lazy: async () => ({ Component: (await login()).RutLogin }),
    handle: { isPublic: true },
  },
  {
    path: '/login-email',
    lazy: async () => ({ Component: (await login()).EmailLogin }),
    handle: { isPublic: true, menu: 'Ingresar con correo' },
  },
  {
    path: '/restore-password',
    lazy: async () => ({ Component: (await setPassword()).Restore }),
    handle: { isPublic: true },
  },
  {
    path: '/client/check',
    lazy: () => import('./accounts/links/check-link-screen.tsx'),
    handle: { isPublic: true },
  },
  {
    path: '/client/activate',
    lazy: async () => ({ Component: (await setPassword()).Activate }),
    handle: { isPublic: true },
  },
  {
    path: '/confirm-email',
    lazy: () => import('./accounts/links/confirm-email-screen.tsx'),
    handle: { isPublic: true },
  },
  {
    path: '/confirm-new-email',
    lazy: () => import('./accounts/links/confirm-new-email-screen.tsx'),
    handle: { isPublic: true },
  },
  {
    path: '/revert-email',
    lazy: async () => ({ Component: (await takeBack()).RevertEmail }),
    handle: { isPublic: true },
  },
  {
    path: '/not-me',
    lazy: async () => ({ Component: (await takeBack()).NotMe }),
    handle: { isPublic: true },
  },
  {
    path: '/verify-statement',
    lazy: () => import('./sales/statement/verify-statement-screen.tsx'),
    handle: { isPublic: true },
  },
  {
    path: '/privacy',
    lazy: () => import('./personal-data/privacy-screen.tsx'),
    handle: { isPublic: true },
  },
  {
    path: '/dashboard',
    lazy: () => import('./sales/dashboard/dashboard-screen.tsx'),
    handle: { menu: 'Mi carpeta' },
  },
  {
    path: '/documents',
    lazy: () => import('./member-documents/member/documents-screen.tsx'),
    handle: { needsExtended: true, forMembers: true, menu: 'Mis documentos' },
  },
  {
    path: '/requests',
    lazy: () => import('./requests/staff/requests-screen.tsx'),
    handle: { permission: 'requests.answer_requests', menu: 'Solicitudes' },
  },
  {
    path: '/requests/:id',
    lazy: () => import('./requests/staff/request-screen.tsx'),
    handle: { permission: 'requests.answer_requests' },
  },
  {
    path: '/requests/new',
    lazy: () => import('./requests/staff/filing-screen.tsx'),
    handle: { permission: 'requests.answer_requests' },
  },
  {
    path: '/requests/new/:id',
    lazy: () => import('./requests/staff/filing-screen.tsx'),
    handle: { permission: 'requests.answer_requests' },
  },
  {
    path: '/payment-reports',
    lazy: () => import('./payment-reports/staff/payment-reports-screen.tsx'),
    handle: { permission: 'payments.match_payments', menu: 'Pagos informados' },
  },
  {
    path: '/payment-reports/:id',
    lazy: () => import('./payment-reports/staff/payment-report-screen.tsx'),
    handle: { permission: 'payments.match_payments' },
  },
  {
    path: '/payments',
    lazy: () => import('./payments/staff/payments-screen.tsx'),
    handle: { permission: 'payments.match_payments', menu: 'Pagos en línea' },
  },
  {
    path: '/payments/own',
    lazy: () => import('./payments/member/all-payments-screen.tsx'),
    handle: { forMembers: true, menu: 'Mis pagos' },
  },
  {
    path: '/payments/:id',
    lazy: () => import('./payments/member/payment-screen.tsx'),
    handle: { needsExtended: true },
  },
  {
    path: '/member-documents',
    lazy: () => import('./member-documents/staff/member-documents-screen.tsx'),
    handle: { permission: 'documents.publish_documents', menu: 'Documentos de socios' },
  },
  {
    path: '/procedures',
    lazy: () => import('./procedures/procedures-screen.tsx'),
    handle: { permission: 'procedures.change_procedures', menu: 'Trámites' },
  },
  {
    path: '/procedures/holidays',
    lazy: () => import('./calendar/holidays-screen.tsx'),
    handle: { permission: 'procedures.change_procedures' },
  },
  {
    path: '/imports',
    lazy: () => import('./imports/imports-screen.tsx'),
    handle: { permission: 'sales.import_sales', menu: 'Cargas' },
  },
  {
    path: '/imports/loads/:id',
    lazy: () => import('./imports/load-screen.tsx'),
    handle: { permission: 'sales.import_sales' },
  },
  {
    path: '/imports/uploads/:id',
    lazy: () => import('./imports/upload-screen.tsx'),
    handle: { permission: 'sales.import_sales' },
  },
  {
    path: '/imports/tokens',
    lazy: () => import('./imports/tokens-screen.tsx'),
    handle: { permission: 'sales.import_sales' },
  },
  {
    path: '/reports',
    lazy: () => import('./reports/reports-screen.tsx'),
    handle: { permission: 'requests.answer_requests', menu: 'Informes' },
  },
  {
    path: '/letters',
    lazy: () => import('./reports/letters-screen.tsx'),
    handle: { permission: 'users.manage_users' },
  },
  {
    path: '/announcements',
    lazy: () => import('./announcements/staff/announcements-screen.tsx'),
    handle: { permission: 'announcements.publish_announcements', menu: 'Avisos' },
  },
  {
    path: '/announcements/:id',
    lazy: () => import('./announcements/staff/announcement-screen.tsx'),
    handle: { permission: 'announcements.publish_announcements' },
  },
  {
    path: '/users',
    lazy: () => import('./users/users-screen.tsx'),
    handle: { permission: 'users.manage_users', needsExtended: false, menu: 'Usuarios' },
  },
  {
    path: '/users/:id',
    lazy: () => import('./users/user-screen.tsx'),
    handle: { permission: 'users.manage_users' },
  },
  {
    path: '/groups',
    lazy: () => import('./users/groups/groups-screen.tsx'),
    handle: { permission: 'users.manage_users' },
  },
  {
    path: '/setup',
    lazy: () => import('./setup/setup-screen.tsx'),
    handle: { permission: 'users.manage_users', menu: 'Puesta en marcha' },
  },
  {
    path: '/activity',
    lazy: () => import('./audit/activity-screen.tsx'),
    handle: { permission: 'audit.view_audit', menu: 'Bitácora' },
  },
  {
    path: '/system',
    lazy: () => import('./system/system-screen.tsx'),
    handle: { needsExtended: true, forSuperusers: true, menu: 'Sistema' },
  },
  {
    path: '/profile',
    lazy: () => import('./accounts/profile/profile-screen.tsx'),
    handle: { menu: 'Mi perfil' },
  },
  {
    path: '/accesses',
    lazy: () => import('./accounts/profile/accesses-screen.tsx'),
    handle: { needsExtended: true, menu: 'Quién vio mis datos' },
  },
  {
    path: '/change-password',
    lazy: () => import('./accounts/profile/change-password-screen.tsx'),
    handle: { menu: 'Cambiar contraseña' },
  },
  {
    path: '/second-factor',
    lazy: () => import('./accounts/factors/enroll-second-factor-screen.tsx'),
    handle: { needsExtended: true },
  },
  {
    path: '/help',
    lazy: () => import('./help/help-screen.tsx'),
    handle: { menu: 'Ayuda' },
  },
  ...ownHelpTopics.map(
    (topic): Page => ({
      path: helpTopicAddress(topic),
      lazy: () => import('./help/topic-screen.tsx'),
    }),
  ),
  {
    path: '/help/pages/:id',
    lazy: () => import('./help/own-page-screen.tsx'),
    handle: { needsExtended: true },
  },
  {
    path: '/manual',
    lazy: () => import('./manual/manual-screen.tsx'),
    handle: { forStaff: true, menu: 'Manual' },
  },
  {
    path: '/not-found',
    lazy: () => import('./app/not-found/not-found-screen.tsx'),
    handle: { isPublic: true },
  },
]

export const NOT_FOUND = '/not-found'

export const pages = switchedOn(table)
export const routes = routesOf(pages)

export function switchedOn(rows: Page[]): Page[] {
  return rows.filter(({ handle }) => handle?.enabled !== false)
}

export function routesOf(rows: Page[]): RouteObject[] {
  const menu: MenuItem[] = rows.flatMap(({ path, handle: { menu: label, ...page } = {} }) =>
    label ? [{ ...page, path, label }] : [],
  )
  return [
    {
      Component: Root,
      ErrorBoundary: AppFailure,
      children: [
        {
          element: <Layout menu={menu} />,
          children: byAccess(rows.filter(({ handle }) => handle?.layout !== false)),
        },
        ...byAccess(rows.filter(({ handle }) => handle?.layout === false)),
      ],
    },
  ]
}

function Root() {
  return (
    <Mantine>
      <SessionWatcher loadLogin={login} />
      <Outlet />
    </Mantine>
  )
}

function byAccess(rows: Page[]): RouteObject[] {
  const notFound = rows.filter(({ path }) => path === NOT_FOUND)
  return [
    ...rows.filter((page) => page.handle?.isPublic && !notFound.includes(page)).map(routeOf),
    {
      lazy: memberArea,
      children: rows.filter(({ handle }) => !handle?.isPublic).map(routeOf),
    },
    {
      lazy: optionalMemberArea,
      children: notFound.flatMap((page) => [routeOf(page), routeOf({ ...page, path: '*' })]),
    },
  ]
}

function routeOf({ path, lazy, handle = {} }: Page): RouteObject {
  return {
    path,
    handle,
    ErrorBoundary: AppFailure,
    lazy: async () => {
      const file = await loadWhenConnected(lazy)
      if (handle.isPublic) return { Component: file.Component }
      return {
        loader: (args) => (isOpen(handle) && file.loader?.(args)) || null,
        Component: () => (
          <ProtectedRoute {...handle}>
            <file.Component />
          </ProtectedRoute>
        ),
      }
    },
  }
}

function isOpen(page: PageAccess): boolean {
  const user = storedUser()
  return Boolean(user && mayOpen(user, page) && !pendingStep(user))
}

async function memberArea() {
  const { MemberArea } = await loadWhenConnected(() => import('./app/layout/member-area.tsx'))
  await laterStyles()
  return { Component: MemberArea }
}

/** On the page that is not found a logged-in person keeps the client bar. */
async function optionalMemberArea() {
  const { Component: MemberArea } = await memberArea()
  return { Component: () => (useStoredUser() ? <MemberArea /> : <Outlet />) }
}
