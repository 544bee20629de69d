/**
 * The first paint is the prerendered page itself: the application starts after it (design.md §8).
 * The build writes into `data-modules` which files this page will need, so that they arrive together.
 */
const TIMEOUT_MS = 2000

document.documentElement.toggleAttribute('data-embedded', window.self !== window.top)

let isStarted = false
// In development nothing is prerendered, so nothing would ever be painted.
if (!document.getElementById('root')?.hasChildNodes()) start()
new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
// A page opened in the background paints only when it is looked at.
setTimeout(start, TIMEOUT_MS)

function start() {
  if (isStarted) return
  isStarted = true
  const modules = document.querySelector<HTMLScriptElement>('script[data-modules]')
  for (const href of modules?.dataset.modules?.split(' ') ?? []) preloadModule(href)
  import('./main.tsx')
  // The fallback has the same measures: nothing moves when the letters change.
  import('../styles/figtree.css')
}

function preloadModule(href: string) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}
