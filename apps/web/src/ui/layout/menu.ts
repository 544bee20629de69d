import type { Permission } from '@carpeta/domain/access/permissions'
import { createContext } from 'react'

export interface MenuItem {
  path: string
  label: string
  access: 'public' | 'protected'
  permission?: Permission | undefined
  needsExtended?: boolean | undefined
  forMembers?: true | undefined
}

/** The menu items of the route table. */
export const MenuContext = createContext<MenuItem[]>([])
