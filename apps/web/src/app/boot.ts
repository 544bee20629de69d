/**
 * The browser paints the prerendered page first; the application starts after that. The build
 * writes the files that this page needs into `data-modules`, so that they load in parallel, the
 * application's first. This file imports nothing, or the browser would fetch that before it paints.
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
  if (import.meta.env.DEV) {
    void import('./main.tsx')
    return
  }
  const script = document.querySelector<HTMLScriptElement>('script[data-modules]')
  const modules = script?.dataset.modules?.split(' ') ?? []
  for (const href of modules) preload(href, 'modulepreload')
  const [application] = modules
  if (application) void import(/* @vite-ignore */ application)
  // Every call waits for it.
  preload('/environments.json', 'preload')
}

function preload(href: string, rel: string) {
  const link = document.createElement('link')
  link.rel = rel
  link.href = href
  if (rel === 'preload') link.as = 'fetch'
  link.crossOrigin = ''
  document.head.append(link)
}
