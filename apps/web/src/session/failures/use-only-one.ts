import { useEffect, useState, useSyncExternalStore } from 'react'

/** A form tells its own failure; what a page could not load is told once, at the top of the page. */
const RANKS = { part: 0, page: 1, form: 2 }

export type Place = keyof typeof RANKS

interface Shown {
  kind: string
  place: Place
}

const listeners = new Set<() => void>()
let mounted: Shown[] = []

/** Whether this notice, of all mounted ones of its kind, is the one to show. */
export function useOnlyOne(kind: string, place: Place): boolean {
  const [own] = useState<Shown>(() => ({ kind, place }))

  useEffect(() => {
    change([...mounted, own])
    return () => change(mounted.filter((each) => each !== own))
  }, [own])

  return useSyncExternalStore(
    subscribe,
    () => chosen(kind) === own,
    () => false,
  )
}

function chosen(kind: string): Shown | undefined {
  const all = mounted.filter((each) => each.kind === kind)
  const rank = Math.max(...all.map(({ place }) => RANKS[place]))
  const best = all.filter(({ place }) => RANKS[place] === rank)
  // The latest form may be a dialog above the others.
  return best.at(rank === RANKS.form ? -1 : 0)
}

function change(next: Shown[]) {
  mounted = next
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
