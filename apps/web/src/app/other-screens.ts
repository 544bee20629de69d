import type { ComponentType } from 'react'

/** Every screen except the login's, so that the login page does not grow with each of them. */
export const otherScreens = import.meta.glob<{ Screen: ComponentType }>([
  '../screens/*/*-screen.tsx',
  '!../screens/login/*',
])
