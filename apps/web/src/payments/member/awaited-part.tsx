import { Suspense } from 'react'
import { lazyPart } from '../../connection/lazy-part.ts'
import type { Covered } from './awaited.ts'

const Notes = lazyPart(async () => (await import('./awaited-notes.tsx')).AwaitedNotes)

/** The sentences are loaded on demand: most members wait for nothing. */
export function AwaitedNotes({ covered }: { covered: Covered }) {
  if (covered.size === 0) return null
  return (
    <Suspense>
      <Notes covered={covered} />
    </Suspense>
  )
}
