import type { Plugin } from 'vite'

const HINT = '//# allFunctionsCalledOnLoad'

/**
 * Chromium then compiles a script in the background while it arrives, not each function when it is first called
 * (docs/decisions/0080). The comment counts only before any code, so it comes after what Vite adds.
 */
export function compileHint(): Plugin {
  return {
    name: 'compile-hint',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = `${HINT}\n${file.code}`
      },
    },
  }
}
