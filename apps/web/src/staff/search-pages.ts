import type { User } from '@carpeta/contract/auth'
import type { Permission } from '@carpeta/domain/access/permissions'
import { mayOpen } from '../session/extended.ts'
import type { MenuItem } from '../ui/layout/menu.ts'

interface Action {
  label: string
  /** What else it may be called. */
  words: string
  path: string
  permission: Permission
}

const actions: readonly Action[] = [
  {
    label: 'Invitar socios',
    words: 'enviar invitación activar cuenta',
    path: '/users?invitation=not_invited',
    permission: 'users.manage_users',
  },
  {
    label: 'Añadir un usuario',
    words: 'crear cuenta nuevo socio agregar',
    path: '/users',
    permission: 'auth.add_user',
  },
  {
    label: 'Nueva carga',
    words: 'subir importar exportación contabilidad',
    path: '/imports',
    permission: 'sales.import_sales',
  },
  {
    label: 'Ingresar una solicitud por un socio',
    words: 'nueva trámite teléfono',
    path: '/requests/new',
    permission: 'requests.answer_requests',
  },
  {
    label: 'Publicar un aviso',
    words: 'nuevo anuncio comunicado',
    path: '/announcements',
    permission: 'announcements.publish_announcements',
  },
  {
    label: 'Feriados',
    words: 'cerrar día calendario',
    path: '/procedures/holidays',
    permission: 'procedures.change_procedures',
  },
  {
    label: 'Cartas con código',
    words: 'imprimir invitar nunca han entrado',
    path: '/letters',
    permission: 'users.manage_users',
  },
  {
    label: 'Cuotas atrasadas',
    words: 'informe morosos deuda',
    path: '/reports',
    permission: 'requests.answer_requests',
  },
  {
    label: 'Tokens para cargar',
    words: 'carga automática',
    path: '/imports/tokens',
    permission: 'sales.import_sales',
  },
  {
    label: 'Publicar un documento',
    words: 'subir zip escritura contrato',
    path: '/member-documents',
    permission: 'documents.publish_documents',
  },
]

export interface FoundPage {
  label: string
  path: string
}

/** The pages and actions that the user may open and whose words begin as what was typed does. */
export function findPages(typed: string, user: User, menu: readonly MenuItem[]): FoundPage[] {
  const asked = wordsOf(typed)
  if (asked.length === 0) return []
  const pages = menu
    .filter(({ isPublic }) => !isPublic)
    .map(({ label, ...page }) => ({ ...page, label, words: '' }))
  return [...actions, ...pages]
    .filter((page) => mayOpen(user, page))
    .filter(({ label, words }) => {
      const known = wordsOf(`${label} ${words}`)
      return asked.every((word) => known.some((each) => each.startsWith(word)))
    })
    .map(({ label, path }) => ({ label, path }))
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
