// Functions that run inside the page: each stands alone.

/** The visible texts, and the icons of buttons and links, that are too faint on their background. */
export function faintTexts(): string[] {
  type Colour = [red: number, green: number, blue: number, alpha: number]
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })

  function parse(text: string): Colour {
    if (!context) throw new Error('No canvas')
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = text
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }

  function over([r, g, b, a]: Colour, [R, G, B]: Colour): Colour {
    const mix = (top: number, bottom: number) => top * a + bottom * (1 - a)
    return [mix(r, R), mix(g, G), mix(b, B), 1]
  }

  function backgroundOf(element: Element): Colour {
    const layers: Colour[] = []
    for (let at: Element | null = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor)
      layers.push(colour)
      if (colour[3] === 1) break
    }
    return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1] as Colour)
  }

  function luminance(colour: Colour): number {
    const [r = 0, g = 0, b = 0] = colour.slice(0, 3).map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }

  function contrast(one: Colour, other: Colour): number {
    const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
    return (high + 0.05) / (low + 0.05)
  }

  function isVisible(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    const options = { opacityProperty: true, visibilityProperty: true }
    return width > 1 && height > 1 && element.checkVisibility(options)
  }

  const faint: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim()
    if (!parent || !text || !isVisible(parent)) continue
    const { color, fontSize, fontWeight } = getComputedStyle(parent)
    const size = Number.parseFloat(fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700)
    const background = backgroundOf(parent)
    const ratio = contrast(over(parse(color), background), background)
    if (ratio < (isLarge ? 3 : 4.5)) faint.push(`${text}: ${ratio.toFixed(2)}`)
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
    if (!field.placeholder || field.value || !isVisible(field)) continue
    const background = backgroundOf(field)
    const { color } = getComputedStyle(field, '::placeholder')
    const ratio = contrast(over(parse(color), background), background)
    if (ratio < 4.5) faint.push(`${field.placeholder}: ${ratio.toFixed(2)}`)
  }
  for (const button of document.querySelectorAll('a[href], button')) {
    const icon = button.querySelector('svg')
    if (!icon || button.textContent?.trim() || !isVisible(icon)) continue
    const background = backgroundOf(icon)
    const ratio = contrast(over(parse(getComputedStyle(icon).color), background), background)
    if (ratio < 3) faint.push(`${button.getAttribute('aria-label')}: ${ratio.toFixed(2)}`)
  }
  return faint
}

/** The words and dates that continue on another line. */
export function brokenLines(): string[] {
  // Addresses, ruts, names of files, and what somebody typed without a space.
  const mayBreak = /@|:\/\/|\/|^\W*[\d.]+-[\dKk]\W*$|\.(?:pdf|jpe?g|png|csv|heic|ndjson)\b|\S{30}/i
  const broken: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent ?? ''
    if (!parent?.checkVisibility({ visibilityProperty: true })) continue
    // A text for screen readers is a pixel; one that is only that wide is broken into letters.
    const { width, height } = parent.getBoundingClientRect()
    if (width <= 1 && height <= 1) continue
    if (parent.closest('script, style, noscript')) continue
    for (const { 0: token, index } of text.matchAll(/\S+/g)) {
      if (mayBreak.test(token)) continue
      for (const { 0: word, index: start } of token.matchAll(/\d\d-\d\d-\d{4}|[\p{L}\p{N}]+/gu)) {
        const range = document.createRange()
        range.setStart(node, index + start)
        range.setEnd(node, index + start + word.length)
        const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
        const tops = boxes.map(({ top }) => top)
        const line = boxes[0]?.height ?? 0
        if (Math.max(...tops) - Math.min(...tops) > line / 2) broken.push(`${word} in “${token}”`)
      }
    }
  }
  return broken
}

/** What is read on the page, also by screen readers: texts, and those of attributes. */
export function readTexts(): string[] {
  const texts: string[] = []
  const names = ['aria-label', 'aria-description', 'aria-valuetext', 'alt', 'placeholder', 'title']
  for (const element of document.body.querySelectorAll('*')) {
    // What a mail server answered is marked as English.
    if (element.matches('script, style, noscript, [lang="en"], [lang="en"] *')) continue
    if (!element.checkVisibility({ visibilityProperty: true })) continue
    for (const name of names) texts.push(element.getAttribute(name) ?? '')
    for (const { nodeType, textContent } of element.childNodes) {
      if (nodeType === Node.TEXT_NODE) texts.push(textContent ?? '')
    }
  }
  return texts.filter((text) => text.trim() !== '')
}

/** The texts outside an open tab that are visible, and how many drawings are. */
export function shownOutsideTab(): { texts: string[]; drawings: number } {
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim()
    const parent = node.parentElement
    if (!text || !parent?.checkVisibility({ visibilityProperty: true })) continue
    const { width, height } = parent.getBoundingClientRect()
    if (width > 1 && height > 1 && !parent.closest('[role="tabpanel"]')) texts.push(text)
  }
  const drawings = [...document.querySelectorAll('div')].filter(
    (element) =>
      element.checkVisibility() &&
      getComputedStyle(element, '::before').borderImageSource !== 'none',
  )
  return { texts, drawings: drawings.length }
}

/**
 * The texts that are cut off, leave their button or the page, or are printed over one another. While a dialog is open
 * only the topmost one counts.
 */
export function crampedTexts(): string[] {
  const SLACK = 1.5
  const root = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body
  const found = new Set<string>()

  interface Line {
    text: string
    parent: Element
    box: DOMRect
  }

  /** What only screen readers read is clipped to a pixel. */
  function isShown(element: Element | null): boolean {
    if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (getComputedStyle(at).clipPath !== 'none') return false
    }
    return true
  }

  /** The part of a line that the boxes around it show; null where it is scrolled away. */
  function shownPart({ text, parent, box }: Line): DOMRect | null {
    let { left, right, top, bottom } = box
    let scrolls = false
    for (let at: Element | null = parent; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, display, webkitLineClamp } = getComputedStyle(at)
      if (display === 'inline' || (overflowX === 'visible' && overflowY === 'visible')) continue
      const around = at.getBoundingClientRect()
      // The end of a long answer is left out on purpose.
      if (webkitLineClamp !== 'none' || /auto|scroll/.test(overflowX + overflowY)) {
        scrolls = true
        left = Math.max(left, around.left)
        right = Math.min(right, around.right)
        top = Math.max(top, around.top)
        bottom = Math.min(bottom, around.bottom)
        if (right - left < 1 || bottom - top < 1) return null
      } else if (
        left < around.left - SLACK ||
        right > around.right + SLACK ||
        top + box.height * 0.2 < around.top ||
        bottom - box.height * 0.2 > around.bottom
      ) {
        found.add(`cut: ${text}`)
      }
    }
    if (!scrolls && (left < -SLACK || right > innerWidth + SLACK)) found.add(`outside: ${text}`)
    return new DOMRect(left, top, right - left, bottom - top)
  }

  function leavesButton({ parent, box }: Line): boolean {
    const button = parent.closest('button, a')
    if (!button || getComputedStyle(button).display === 'inline') return false
    const around = button.getBoundingClientRect()
    return (
      box.left < around.left - SLACK ||
      box.right > around.right + SLACK ||
      box.top + box.height * 0.2 < around.top ||
      box.bottom - box.height * 0.2 > around.bottom
    )
  }

  /** An open menu, or the sticky head of a dialog, covers what is below it. */
  function layerOf(element: Element): Element | null {
    for (let at: Element | null = element; at && at !== root; at = at.parentElement) {
      const { position, backgroundColor } = getComputedStyle(at)
      if (position === 'static' || position === 'relative') continue
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') return at
    }
    return null
  }

  const lines: Line[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent?.trim().slice(0, 60)
    if (!parent || !text || !isShown(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (box.width <= 1) continue
      const line = { text, parent, box }
      const part = shownPart(line)
      if (!part) continue
      if (leavesButton(line)) found.add(`larger than its button: ${text}`)
      lines.push({ ...line, box: part })
    }
  }

  lines.sort((one, other) => one.box.top - other.box.top)
  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (other.box.top > one.box.bottom) break
      if (one.parent === other.parent || layerOf(one.parent) !== layerOf(other.parent)) continue
      const width =
        Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const height = Math.min(one.box.bottom, other.box.bottom) - other.box.top
      // The boxes of letters are higher than the lines of a heading.
      if (width > SLACK && height > 0.3 * Math.min(one.box.height, other.box.height)) {
        found.add(`overprinted: ${one.text} / ${other.text}`)
      }
    }
  }
  return [...found]
}
