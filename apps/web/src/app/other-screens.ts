import type { ComponentType } from 'react'

/** Every screen but the login's, whose page must not grow with each of them (design.md §8). */
export const otherScreens = import.meta.glob<{ Screen: ComponentType }>([
  '../screens/*/*-screen.tsx',
  '!../screens/login/*',
])
