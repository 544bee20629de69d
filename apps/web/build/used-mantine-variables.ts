import type { Plugin } from 'vite'

const UNUSED_COLOURS =
  'dark|pink|grape|violet|indigo|cyan|teal|lime|yellow|orange|blue|green|red|anchor'

/** The names of the transitions that no component uses. */
export const unusedTransitions =
  /fade-(?:up|left|right)|scale(?:-[xy])?|skew-\w+|rotate-\w+|slide-(?:up|left|right)|pop-(?:bottom|top)-\w+/

/** What to remove, by a part of the file's path. */
const unused: Record<string, RegExp[]> = {
  '/styles/default-css-variables': [
    new RegExp(`^\\s*--mantine-color-(?:${UNUSED_COLOURS})-[^;]*;`, 'gm'),
    /:root\[data-mantine-color-scheme='dark'\][^{]*\{[^}]*\}/g,
  ],
  '/MantineProvider/default-colors': [
    new RegExp(`^\\s*(?:${UNUSED_COLOURS}|gray): \\[[^\\]]*\\],?`, 'gm'),
  ],
  '/MantineProvider/default-theme': [/^\s*shadows: \{$[\s\S]*?^\s*\},$/m],
  '/Transition/transitions': [
    new RegExp(`^\\t"?(?:${unusedTransitions.source})"?: \\{$[\\s\\S]*?^\\t\\},?$`, 'gm'),
  ],
}

/**
 * Removes the palettes, shadows and transitions that the portal does not use. They are three quarters
 * of the critical CSS and 1 kB of the login page's scripts.
 */
export function usedMantineVariables(): Plugin {
  return {
    name: 'used-mantine-variables',
    enforce: 'pre',
    transform(code, id) {
      const file = Object.keys(unused).find((part) => id.includes(part))
      if (!file) return null
      const used = (unused[file] ?? []).reduce((rest, each) => rest.replace(each, ''), code)
      return { code: used, map: null }
    },
  }
}
