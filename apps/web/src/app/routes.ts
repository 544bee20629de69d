import type { Permission } from '@carpeta/domain/access/permissions'
import type { ComponentType } from 'react'
import { type LazyPart, lazyPart } from '../ui/lazy-part.tsx'

export interface AppRoute {
  path: string
  /** A path below `screens/` to a file that exports `Screen`. */
  file: string
  access: 'public' | 'protected'
  permission?: Permission
  /** `true`: its calls are beyond the specification. */
  needsExtended?: true
  /** `false`: without navigation bar, client bar and footer. */
  layout?: false
  /** `false`: switched off. */
  enabled?: false
  /** Its label in the navigation menu; without one it is not listed. */
  menu?: string
}

/** All routes. A new screen is one row here and one file. */
const table: AppRoute[] = [
  {
    path: '/',
    file: 'login/login-by-rut-screen.tsx',
    access: 'public',
    menu: 'Ingresar con rut',
  },
  {
    path: '/login',
    file: 'login/login-by-rut-screen.tsx',
    access: 'public',
  },
  {
    path: '/login-email',
    file: 'login/login-by-email-screen.tsx',
    access: 'public',
    menu: 'Ingresar con correo',
  },
  {
    path: '/restore-password',
    file: 'set-password/restore-screen.tsx',
    access: 'public',
  },
  {
    path: '/client/check',
    file: 'check-link/check-link-screen.tsx',
    access: 'public',
  },
  {
    path: '/client/activate',
    file: 'set-password/activate-screen.tsx',
    access: 'public',
  },
  {
    path: '/confirm-email',
    file: 'confirm-email/confirm-email-screen.tsx',
    access: 'public',
  },
  {
    path: '/confirm-new-email',
    file: 'confirm-new-email/confirm-new-email-screen.tsx',
    access: 'public',
  },
  {
    path: '/revert-email',
    file: 'revert-email/revert-email-screen.tsx',
    access: 'public',
  },
  {
    path: '/verify-statement',
    file: 'verify-statement/verify-statement-screen.tsx',
    access: 'public',
  },
  {
    path: '/privacy',
    file: 'privacy/privacy-screen.tsx',
    access: 'public',
  },
  {
    path: '/dashboard',
    file: 'dashboard/dashboard-screen.tsx',
    access: 'protected',
    menu: 'Mi carpeta',
  },
  {
    path: '/requests',
    file: 'requests/requests-screen.tsx',
    access: 'protected',
    permission: 'requests.answer_requests',
    needsExtended: true,
    menu: 'Solicitudes',
  },
  {
    path: '/payment-reports',
    file: 'payment-reports/payment-reports-screen.tsx',
    access: 'protected',
    permission: 'payments.match_payments',
    needsExtended: true,
    menu: 'Pagos informados',
  },
  {
    path: '/procedures',
    file: 'procedures/procedures-screen.tsx',
    access: 'protected',
    permission: 'procedures.change_procedures',
    needsExtended: true,
    menu: 'Trámites',
  },
  {
    path: '/imports',
    file: 'imports/imports-screen.tsx',
    access: 'protected',
    permission: 'sales.import_sales',
    needsExtended: true,
    menu: 'Cargas',
  },
  {
    path: '/reports',
    file: 'reports/reports-screen.tsx',
    access: 'protected',
    permission: 'requests.answer_requests',
    needsExtended: true,
    menu: 'Informes',
  },
  {
    path: '/announcements',
    file: 'announcements/announcements-screen.tsx',
    access: 'protected',
    permission: 'announcements.publish_announcements',
    needsExtended: true,
    menu: 'Avisos',
  },
  {
    path: '/users',
    file: 'users/users-screen.tsx',
    access: 'protected',
    permission: 'users.manage_users',
    menu: 'Usuarios',
  },
  {
    path: '/groups',
    file: 'groups/groups-screen.tsx',
    access: 'protected',
    permission: 'users.manage_users',
    needsExtended: true,
  },
  {
    path: '/setup',
    file: 'setup/setup-screen.tsx',
    access: 'protected',
    permission: 'users.manage_users',
    needsExtended: true,
    menu: 'Puesta en marcha',
  },
  {
    path: '/activity',
    file: 'activity/activity-screen.tsx',
    access: 'protected',
    permission: 'audit.view_audit',
    needsExtended: true,
    menu: 'Bitácora',
  },
  {
    path: '/profile',
    file: 'profile/profile-screen.tsx',
    access: 'protected',
    menu: 'Mi perfil',
  },
  {
    path: '/change-password',
    file: 'change-password/change-password-screen.tsx',
    access: 'protected',
    menu: 'Cambiar contraseña',
  },
  {
    path: '/second-factor',
    file: 'enroll-second-factor/enroll-second-factor-screen.tsx',
    access: 'protected',
    needsExtended: true,
  },
  {
    path: '/help',
    file: 'help/help-screen.tsx',
    access: 'protected',
    menu: 'Ayuda',
  },
  {
    path: '/not-found',
    file: 'not-found/not-found-screen.tsx',
    access: 'public',
  },
]

export const NOT_FOUND = '/not-found'

export const routes = switchedOn(table)

export function switchedOn(rows: AppRoute[]): AppRoute[] {
  return rows.filter((route) => route.enabled !== false)
}

/** The row of a path, or of the not-found page. */
export function routeOf(pathname: string): AppRoute {
  const path = pathname.replace(/\/+$/, '') || '/'
  const found = routes.find((route) => route.path === path)
  const fallback = routes.find((route) => route.path === NOT_FOUND)
  const route = found ?? fallback
  if (!route) throw new Error('The route table has no not-found page')
  return route
}

const loginScreens = import.meta.glob<{ Screen: ComponentType }>('../screens/login/*-screen.tsx')
const parts = new Map<string, LazyPart>()

export function screenOf({ file }: AppRoute): LazyPart {
  const known = parts.get(file)
  if (known) return known
  const part = lazyPart(async () => (await loadScreen(`../screens/${file}`)).Screen)
  parts.set(file, part)
  return part
}

export function isLoginScreen({ file }: AppRoute): boolean {
  return `../screens/${file}` in loginScreens
}

async function loadScreen(path: string) {
  const screens = loginScreens[path]
    ? loginScreens
    : (await import('./other-screens.ts')).otherScreens
  const load = screens[path]
  if (!load) throw new Error(`The route table names a missing file: ${path}`)
  return load()
}
