import type { Permission } from '@carpeta/domain/access/permissions'
import { createContext } from 'react'

export interface MenuItem {
  path: string
  label: string
  isPublic?: true
  permission?: Permission | undefined
  needsExtended?: boolean | undefined
  forMembers?: true | undefined
  forStaff?: true | undefined
  forSuperusers?: true | undefined
}

/** A page of staff that is of their own account, not of their work. */
export const isOfAccount = ({ path, permission, forSuperusers }: MenuItem) =>
  !permission && !forSuperusers && path !== '/dashboard'

/** The menu items of the route table. */
export const MenuContext = createContext<MenuItem[]>([])

type SlotState = [slot: HTMLElement | null, setSlot: (slot: HTMLElement | null) => void]

/** Where an open menu has room for the pages of a purchase, which only the member's area knows. */
export const SlotContext = createContext<SlotState>([null, () => {}])

type SideState = [isOpen: boolean | null, setOpen: (isOpen: boolean | null) => void]

/** Whether the navigation at the side is open, which the burger folds; null where there is none. */
export const SideContext = createContext<SideState>([null, () => {}])
