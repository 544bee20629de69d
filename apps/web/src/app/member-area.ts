import { lazyPart } from '../ui/lazy-part.tsx'

/** Loaded separately: the login page does not need it and has a size budget. */
export const memberArea = lazyPart(async () => {
  // Loads the index of the other screens in parallel.
  const [{ MemberArea }] = await Promise.all([
    import('./layout/member-area.tsx'),
    import('./other-screens.ts'),
  ])
  return MemberArea
})
