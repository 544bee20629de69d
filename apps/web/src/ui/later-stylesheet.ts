/** The stylesheet that a public page asks for after its scripts. */
export function laterStylesheet(): HTMLLinkElement | null {
  return document.querySelector('link[data-later]')
}

/** Resolves once it is there, or cannot be had; at once while a page is prerendered. */
export async function whenStyled(): Promise<void> {
  if (typeof document === 'undefined') return
  const link = laterStylesheet()
  if (link && !link.sheet) {
    await new Promise((resolve) => {
      link.onload = resolve
      link.onerror = resolve
    })
  }
}
