let styled: Promise<unknown> | undefined

/**
 * Asks for the stylesheet of the other pages, which a public page leaves out until it needs no more scripts.
 * @returns resolves once it is there, or cannot be had
 */
export function laterStyles(): Promise<unknown> {
  styled ??= new Promise((resolve) => {
    // There is none while a page is prerendered.
    const link = globalThis.document?.querySelector<HTMLLinkElement>('link[data-later]')
    if (!link || link.sheet) return resolve(null)
    link.onload = resolve
    link.onerror = resolve
    link.rel = 'stylesheet'
  })
  return styled
}
