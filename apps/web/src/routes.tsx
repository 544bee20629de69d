import type { Permission } from '@carpeta/domain/access/permissions'
import type { ComponentType } from 'react'
import { type LoaderFunction, Outlet, type RouteObject, redirect } from 'react-router'
import { Layout } from './app/layout/layout.tsx'
import { loadWhenConnected } from './connection/connection.ts'
import { helpTopicAddress, ownHelpTopics } from './help/help-address.ts'
import type { Loader } from './loaders.ts'
import { mayOpen } from './session/extended.ts'
import { ProtectedRoute, SessionWatcher } from './session/protected-route.tsx'
import { pendingStep, storedUser } from './session/stored-user.ts'
import { useStoredUser } from './session/use-stored-user.ts'
import { AppFailure } from './ui/feedback/app-failure.tsx'
import type { MenuItem } from './ui/layout/menu.ts'
import { Mantine } from './ui/mantine.tsx'

export interface Page {
  /** One with a parameter is also in `parameterPages` of the contract. */
  path: string
  screen: () => Promise<{ Screen: ComponentType }>
  access: 'public' | 'protected'
  permission?: Permission
  /** Whether its calls are beyond the specification: by default those of a page with a permission. */
  needsExtended?: boolean
  /** Nothing for staff, who have no sales. */
  forMembers?: true
  /** `false`: without navigation bar, client bar and footer. */
  layout?: false
  /** `false`: switched off. */
  enabled?: false
  /** Its label in the navigation menu; without one it is not listed. */
  menu?: string
  /** Which calls leave while its code arrives. */
  load?: Loader
  /** Emails and bookmarks have addresses whose query says what is in the path now. */
  formerly?: true
}

const login = () => import('./accounts/login/login-screen.tsx')
const setPassword = () => import('./accounts/links/set-password-screen.tsx')
const takeBack = () => import('./accounts/links/take-back-screen.tsx')

/** All pages. A new one is one row here and one file. */
export const table: Page[] = [
  {
    path: '/',
    screen: async () => ({ Screen: (await login()).RutLogin }),
    access: 'public',
    menu: 'Ingresar con rut',
  },
  {
    path: '/login',
    screen: async () => ({ Screen: (await login()).RutLogin }),
    access: 'public',
  },
  {
    path: '/login-email',
    screen: async () => ({ Screen: (await login()).EmailLogin }),
    access: 'public',
    menu: 'Ingresar con correo',
  },
  {
    path: '/restore-password',
    screen: async () => ({ Screen: (await setPassword()).Restore }),
    access: 'public',
  },
  {
    path: '/client/check',
    screen: () => import('./accounts/links/check-link-screen.tsx'),
    access: 'public',
  },
  {
    path: '/client/activate',
    screen: async () => ({ Screen: (await setPassword()).Activate }),
    access: 'public',
  },
  {
    path: '/confirm-email',
    screen: () => import('./accounts/links/confirm-email-screen.tsx'),
    access: 'public',
  },
  {
    path: '/confirm-new-email',
    screen: () => import('./accounts/links/confirm-new-email-screen.tsx'),
    access: 'public',
  },
  {
    path: '/revert-email',
    screen: async () => ({ Screen: (await takeBack()).RevertEmail }),
    access: 'public',
  },
  {
    path: '/not-me',
    screen: async () => ({ Screen: (await takeBack()).NotMe }),
    access: 'public',
  },
  {
    path: '/verify-statement',
    screen: () => import('./sales/statement/verify-statement-screen.tsx'),
    access: 'public',
  },
  {
    path: '/privacy',
    screen: () => import('./personal-data/privacy-screen.tsx'),
    access: 'public',
  },
  {
    path: '/dashboard',
    screen: () => import('./sales/dashboard/dashboard-screen.tsx'),
    access: 'protected',
    menu: 'Mi carpeta',
    load: 'dashboard',
  },
  {
    path: '/documents',
    screen: () => import('./member-documents/member/documents-screen.tsx'),
    access: 'protected',
    needsExtended: true,
    forMembers: true,
    menu: 'Mis documentos',
  },
  {
    path: '/requests',
    screen: () => import('./requests/staff/requests-screen.tsx'),
    access: 'protected',
    permission: 'requests.answer_requests',
    menu: 'Solicitudes',
    load: 'requests',
    formerly: true,
  },
  {
    path: '/requests/:id',
    screen: () => import('./requests/staff/request-screen.tsx'),
    access: 'protected',
    permission: 'requests.answer_requests',
    load: 'request',
  },
  {
    path: '/requests/new',
    screen: () => import('./requests/staff/filing-screen.tsx'),
    access: 'protected',
    permission: 'requests.answer_requests',
  },
  {
    path: '/requests/new/:id',
    screen: () => import('./requests/staff/filing-screen.tsx'),
    access: 'protected',
    permission: 'requests.answer_requests',
    load: 'filing',
  },
  {
    path: '/payment-reports',
    screen: () => import('./payment-reports/staff/payment-reports-screen.tsx'),
    access: 'protected',
    permission: 'payments.match_payments',
    menu: 'Pagos informados',
    load: 'paymentReports',
    formerly: true,
  },
  {
    path: '/payment-reports/:id',
    screen: () => import('./payment-reports/staff/payment-report-screen.tsx'),
    access: 'protected',
    permission: 'payments.match_payments',
    load: 'paymentReport',
  },
  {
    path: '/payments',
    screen: () => import('./payments/staff/payments-screen.tsx'),
    access: 'protected',
    permission: 'payments.match_payments',
    menu: 'Pagos en línea',
  },
  {
    path: '/payments/:id',
    screen: () => import('./payments/member/payment-screen.tsx'),
    access: 'protected',
    needsExtended: true,
  },
  {
    path: '/member-documents',
    screen: () => import('./member-documents/staff/member-documents-screen.tsx'),
    access: 'protected',
    permission: 'documents.publish_documents',
    menu: 'Documentos de socios',
  },
  {
    path: '/procedures',
    screen: () => import('./procedures/procedures-screen.tsx'),
    access: 'protected',
    permission: 'procedures.change_procedures',
    menu: 'Trámites',
    formerly: true,
  },
  {
    path: '/procedures/holidays',
    screen: () => import('./calendar/holidays-screen.tsx'),
    access: 'protected',
    permission: 'procedures.change_procedures',
  },
  {
    path: '/imports',
    screen: () => import('./imports/imports-screen.tsx'),
    access: 'protected',
    permission: 'sales.import_sales',
    menu: 'Cargas',
    load: 'imports',
    formerly: true,
  },
  {
    path: '/imports/loads/:id',
    screen: () => import('./imports/load-screen.tsx'),
    access: 'protected',
    permission: 'sales.import_sales',
    load: 'importedLoad',
  },
  {
    path: '/imports/uploads/:id',
    screen: () => import('./imports/upload-screen.tsx'),
    access: 'protected',
    permission: 'sales.import_sales',
    load: 'upload',
  },
  {
    path: '/imports/tokens',
    screen: () => import('./imports/tokens-screen.tsx'),
    access: 'protected',
    permission: 'sales.import_sales',
    load: 'importTokens',
  },
  {
    path: '/reports',
    screen: () => import('./reports/reports-screen.tsx'),
    access: 'protected',
    permission: 'requests.answer_requests',
    menu: 'Informes',
  },
  {
    path: '/announcements',
    screen: () => import('./announcements/staff/announcements-screen.tsx'),
    access: 'protected',
    permission: 'announcements.publish_announcements',
    menu: 'Avisos',
    load: 'announcements',
    formerly: true,
  },
  {
    path: '/announcements/:id',
    screen: () => import('./announcements/staff/announcement-screen.tsx'),
    access: 'protected',
    permission: 'announcements.publish_announcements',
    load: 'announcement',
  },
  {
    path: '/users',
    screen: () => import('./users/users-screen.tsx'),
    access: 'protected',
    permission: 'users.manage_users',
    needsExtended: false,
    menu: 'Usuarios',
    load: 'users',
    formerly: true,
  },
  {
    path: '/users/:id',
    screen: () => import('./users/user-screen.tsx'),
    access: 'protected',
    permission: 'users.manage_users',
    load: 'user',
  },
  {
    path: '/groups',
    screen: () => import('./users/groups/groups-screen.tsx'),
    access: 'protected',
    permission: 'users.manage_users',
  },
  {
    path: '/setup',
    screen: () => import('./setup/setup-screen.tsx'),
    access: 'protected',
    permission: 'users.manage_users',
    menu: 'Puesta en marcha',
    load: 'setup',
  },
  {
    path: '/activity',
    screen: () => import('./audit/activity-screen.tsx'),
    access: 'protected',
    permission: 'audit.view_audit',
    menu: 'Bitácora',
  },
  {
    path: '/profile',
    screen: () => import('./accounts/profile/profile-screen.tsx'),
    access: 'protected',
    menu: 'Mi perfil',
    load: 'profile',
  },
  {
    path: '/change-password',
    screen: () => import('./accounts/profile/change-password-screen.tsx'),
    access: 'protected',
    menu: 'Cambiar contraseña',
  },
  {
    path: '/second-factor',
    screen: () => import('./accounts/factors/enroll-second-factor-screen.tsx'),
    access: 'protected',
    needsExtended: true,
  },
  {
    path: '/help',
    screen: () => import('./help/help-screen.tsx'),
    access: 'protected',
    menu: 'Ayuda',
    load: 'help',
    formerly: true,
  },
  ...ownHelpTopics.map(
    (topic): Page => ({
      path: helpTopicAddress(topic),
      screen: () => import('./help/topic-screen.tsx'),
      access: 'protected',
      load: 'help',
    }),
  ),
  {
    path: '/help/pages/:id',
    screen: () => import('./help/own-page-screen.tsx'),
    access: 'protected',
    needsExtended: true,
    load: 'help',
  },
  {
    path: '/not-found',
    screen: () => import('./app/not-found/not-found-screen.tsx'),
    access: 'public',
  },
]

export const NOT_FOUND = '/not-found'

export const pages = switchedOn(table)
export const routes = routesOf(pages)

export function switchedOn(rows: Page[]): Page[] {
  return rows.filter(({ enabled }) => enabled !== false)
}

export function routesOf(rows: Page[]): RouteObject[] {
  const menu: MenuItem[] = rows.flatMap(({ menu: label, ...page }) =>
    label ? [{ ...page, label }] : [],
  )
  return [
    {
      Component: Root,
      ErrorBoundary: AppFailure,
      children: [
        {
          element: <Layout menu={menu} />,
          children: byAccess(rows.filter(({ layout }) => layout !== false)),
        },
        ...byAccess(rows.filter(({ layout }) => layout === false)),
      ],
    },
  ]
}

function Root() {
  return (
    <Mantine>
      <SessionWatcher />
      <Outlet />
    </Mantine>
  )
}

function byAccess(rows: Page[]): RouteObject[] {
  const notFound = rows.filter(({ path }) => path === NOT_FOUND)
  return [
    ...rows.filter((page) => page.access === 'public' && !notFound.includes(page)).map(routeOf),
    {
      lazy: { Component: memberArea },
      children: rows.filter(({ access }) => access === 'protected').map(routeOf),
    },
    {
      lazy: { Component: optionalMemberArea },
      children: notFound.flatMap((page) => [routeOf(page), routeOf({ ...page, path: '*' })]),
    },
  ]
}

function routeOf(page: Page): RouteObject {
  const { path, screen, access, ...needs } = page
  return {
    path,
    ErrorBoundary: AppFailure,
    loader: loaderOf(page),
    lazy: {
      Component: async () => {
        const { Screen } = await loadWhenConnected(screen)
        if (access === 'public') return Screen
        return () => (
          <ProtectedRoute {...needs}>
            <Screen />
          </ProtectedRoute>
        )
      },
    },
  }
}

/** Starts the calls of the page, and waits for none: its skeleton shows meanwhile. */
function loaderOf(page: Page): LoaderFunction {
  const { path, load, formerly } = page
  return async ({ request, params }) => {
    const url = new URL(request.url)
    if (formerly && url.search) {
      const { movedTo } = await loadWhenConnected(() => import('./former-addresses.ts'))
      const moved = movedTo(path, url)
      if (moved) return redirect(moved)
    }
    const user = load && storedUser()
    if (!user || !mayOpen(user, page) || pendingStep(user)) return null
    import('./loaders.ts')
      .then(({ startCalls }) => startCalls(load, { user, params, search: url.searchParams }))
      .catch(() => {
        // The page makes the same calls when it is shown.
      })
    return null
  }
}

async function memberArea(): Promise<ComponentType> {
  const { MemberArea } = await loadWhenConnected(() => import('./app/layout/member-area.tsx'))
  return MemberArea
}

/** On the page that is not found a logged-in person keeps the client bar. */
async function optionalMemberArea(): Promise<ComponentType> {
  const MemberArea = await memberArea()
  return () => (useStoredUser() ? <MemberArea /> : <Outlet />)
}
