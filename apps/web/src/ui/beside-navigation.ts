import { createContext } from 'react'

/** Whether the staff's navigation takes the left of a wide screen. */
export const BesideNavigation = createContext(false)
