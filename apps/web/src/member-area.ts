import { lazyPart } from './ui/lazy-part.tsx'

/** Apart from the login page, which has no use for it and a budget. */
export const memberArea = lazyPart(async () => {
  const { MemberArea } = await import('./layout/member-area.tsx')
  return MemberArea
})
