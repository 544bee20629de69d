import type { Plugin } from 'vite'

const FILE = '/styles/default-css-variables'
const UNUSED_COLOURS =
  'dark|pink|grape|violet|indigo|cyan|teal|lime|yellow|orange|blue|green|red|anchor'
const UNUSED = new RegExp(`^\\s*--mantine-color-(?:${UNUSED_COLOURS})-[^;]*;`, 'gm')
const DARK_SCHEME = /:root\[data-mantine-color-scheme='dark'\][^{]*\{[^}]*\}/g

/** The palettes that the theme does not use would be three quarters of the critical CSS. */
export function usedMantineVariables(): Plugin {
  return {
    name: 'used-mantine-variables',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes(FILE)) return null
      return { code: code.replace(UNUSED, '').replace(DARK_SCHEME, ''), map: null }
    },
  }
}
