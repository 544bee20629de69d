import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { tabSlugs } from '../../requests/member-address.ts'

export interface Selection {
  code: string | null
  tab: string | null
  /** The open request, from the address. */
  request: string | null
  /** Opens a tab, which stands alone on a phone. */
  chooseSale: (code: string) => void
  /** @param isLed its tabs are not where they were: the focus goes there too */
  chooseTab: (code: string, tab: string, isLed?: boolean) => void
}

/** Of a link that leads to the tabs, also when they are open already. */
export const toTabs = { isToTabs: true }

/** The selected sale and tab are in the address, so that Back, reload and shared links work. */
export function useSelection(): Selection {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab')
  const options = { preventScrollReset: true }
  return {
    code: params.get('venta'),
    tab,
    request: params.get('solicitud'),
    chooseSale: (code) =>
      setParams(
        { venta: code, tab: tab ?? tabSlugs.accountStatement },
        { ...options, state: toTabs },
      ),
    chooseTab: (code, next, isLed = false) =>
      setParams({ venta: code, tab: next }, isLed ? { ...options, state: toTabs } : options),
  }
}

interface Detail {
  /** From the address, so it may be no valid id. */
  id: string | null
  open: (id: number | string) => void
  /** The address that opens it. */
  searchOf: (id: number | string) => string
  close: () => void
}

/** The procedure or request that is open inside a tab, from the address. */
export function useDetail(code: string, tab: string, name: 'tramite' | 'solicitud'): Detail {
  const [params, setParams] = useSearchParams()
  const detail = (id: number | string) => ({ venta: code, tab, [name]: String(id) })
  return {
    id: params.get(name),
    open: (id) => setParams(detail(id), { preventScrollReset: true }),
    searchOf: (id) => `?${new URLSearchParams(detail(id))}`,
    close: () => setParams({ venta: code, tab }, { preventScrollReset: true }),
  }
}

/** Focuses and scrolls to a part of a tab when it opens or closes. */
export function useArrival<Part extends HTMLElement>(shown: string | null): RefObject<Part | null> {
  const part = useRef<Part>(null)
  const before = useRef(shown)

  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    part.current?.focus({ preventScroll: true })
    part.current?.scrollIntoView({ block: 'start' })
  }, [shown])

  return part
}

/** Scrolls to the tabs of a chosen sale; a link that leads there also moves the focus. */
export function useScrollToTabs(list: RefObject<HTMLElement | null>, isChosen: boolean) {
  const { key, state } = useLocation()
  const led = (state as typeof toTabs | null)?.isToTabs ? key : ''
  useScrollTo(list, isChosen, led)
  useEffect(() => {
    if (led === '') return
    const open = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    open?.focus({ preventScroll: true })
  }, [list, led])
}

/** Events by which a person starts to move. */
const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Ends 40 px above the part (`scroll-padding-top` in styles/base.css), and stays there while what
 * stands above it appears or disappears, until the user moves on.
 * @param again the link that led there, to which it scrolls smoothly; another text scrolls once more
 */
export function useScrollTo(part: RefObject<HTMLElement | null>, isDue: boolean, again = '') {
  useEffect(() => {
    if (!isDue) return
    const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    // A page that opens there has no place to come from.
    let isUnderWay = again !== '' && !isReduced
    const scroll = () =>
      part.current?.scrollIntoView({ behavior: isUnderWay ? 'smooth' : 'auto', block: 'start' })
    // A smooth scroll does not follow its target, and not every browser keeps the place afterwards.
    const resizes = new ResizeObserver(scroll)
    // In a frame that shows the part, or something above it, for the first time what is below would jump.
    let height = -1
    const scrollOnceStill = () => {
      const before = height
      height = document.body.offsetHeight
      if (height === before) {
        scroll()
        resizes.observe(document.body)
      } else frame = requestAnimationFrame(scrollOnceStill)
    }
    let frame = requestAnimationFrame(scrollOnceStill)
    const listening = new AbortController()
    const { signal } = listening
    const stop = () => {
      cancelAnimationFrame(frame)
      resizes.disconnect()
      listening.abort()
    }
    const arrive = () => {
      isUnderWay = false
    }
    window.addEventListener('scrollend', arrive, { signal })
    for (const move of moves) window.addEventListener(move, stop, { passive: true, signal })
    return stop
  }, [part, isDue, again])
}
