import { lazyPart } from '../ui/lazy-part.tsx'

/** Apart from the login page, which has no use for it and a budget. */
export const memberArea = lazyPart(async () => {
  // The screen within is asked for next: where it is, is learned meanwhile.
  const [{ MemberArea }] = await Promise.all([
    import('./layout/member-area.tsx'),
    import('./other-screens.ts'),
  ])
  return MemberArea
})
