/**
 * The browser paints the prerendered page first; the application starts after that. The build
 * writes the files that this page needs into `data-modules`, so that they load in parallel.
 */
const TIMEOUT_MS = 2000

document.documentElement.toggleAttribute('data-embedded', window.self !== window.top)

let isStarted = false
// In development nothing is prerendered, so no paint event comes.
if (!document.getElementById('root')?.hasChildNodes()) start()
new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
// A page opened in the background paints only once it is visible.
setTimeout(start, TIMEOUT_MS)

function start() {
  if (isStarted) return
  isStarted = true
  const modules = document.querySelector<HTMLScriptElement>('script[data-modules]')
  for (const href of modules?.dataset.modules?.split(' ') ?? []) preloadModule(href)
  import('./main.tsx')
  // The fallback font has the same metrics, so the swap moves nothing.
  import('../styles/figtree.css')
}

function preloadModule(href: string) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}
