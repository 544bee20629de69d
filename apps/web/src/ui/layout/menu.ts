import type { Permission } from '@carpeta/domain/permissions'
import { createContext } from 'react'

export interface MenuItem {
  path: string
  label: string
  access: 'public' | 'protected'
  permission: Permission | undefined
}

/** What the route table lists, for whatever inside the layout leads there. */
export const MenuContext = createContext<MenuItem[]>([])
