import { type ComponentProps, Suspense } from 'react'
import { lazyPart } from '../../connection/lazy-part.ts'
import type { AwaitedNotes as Notes } from './awaited-notes.tsx'

const LazyNotes = lazyPart(async () => (await import('./awaited-notes.tsx')).AwaitedNotes)

/** The sentences are loaded on demand: most members wait for nothing. */
export function AwaitedNotes(props: ComponentProps<typeof Notes>) {
  if (props.covered.size === 0) return null
  return (
    <Suspense>
      <LazyNotes {...props} />
    </Suspense>
  )
}
