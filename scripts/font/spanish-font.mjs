import { readFileSync } from 'node:fs'
import subsetFont from 'subset-font'

/** The font of every page, without what Spanish does not write: another letter is taken from the whole one. */
export const file = new URL('../../apps/web/src/styles/figtree-spanish.woff2', import.meta.url)

const whole = new URL(
  '../../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  import.meta.url,
)

const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at))
export const letters = `${ascii}\u00A0ÁÉÍÓÚÜÑáéíóúüñ¡¿«»‘’“”–—…·•ºª°²−×€\u2011`

/** @returns {Promise<Buffer>} WOFF2, with the weights that styles use */
export function drawFont() {
  return subsetFont(readFileSync(whole), letters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 300, max: 700 } },
    // Those that a browser applies by itself, and figures of one width.
    keepFeatures: ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'],
  })
}
