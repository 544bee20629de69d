import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultEnvironments } from '@carpeta/contract/default-environments'
import { retentionDefaults } from '@carpeta/domain/personal-data/retention'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import Beasties from 'beasties'
import { defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { vitePrerenderPlugin } from 'vite-prerender-plugin'

const api = 'http://localhost:8010'

export default defineConfig({
  plugins: [
    react(),
    babel({
      presets: [reactCompilerPreset()],
      // Not what a member's first pages load: the compiler's caches would take both over their limits
      // (docs/decisions/web.md).
      exclude: [
        /node_modules/,
        /src\/(routes|prerender|app\/layout|accounts\/(login|factors)|session)/,
        /src\/(sales|news|staff|(announcements|payments|payment-reports|requests)\/member)\//,
        /src\/ui\/(buttons|feedback|fields|icons|layout|mantine)/,
      ],
    }),
    hostTable(),
    plainImports(),
    vitePrerenderPlugin({
      renderTarget: '#root',
      prerenderScript: fileURLToPath(new URL('src/prerender.tsx', import.meta.url)),
    }),
    scriptsAfterContent(),
    criticalStyles(),
    compression({ algorithms: ['gzip', 'brotliCompress'] }),
  ],
  css: { modules: { generateScopedName: className } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // One file, which every page shares; `criticalStyles` puts a page's own into it.
    cssCodeSplit: false,
    // A list of every other page's files would be in the first of them; `scriptsAfterContent` has those of the HTML.
    modulePreload: false,
    rolldownOptions: {
      // The library does not declare it, and the login needs only half of it.
      treeshake: { moduleSideEffects: (id) => !id.includes('@simplewebauthn') },
      output: {
        // The login names every page's file: their names would be a third of a kilobyte of it.
        chunkFileNames: 'assets/part-[hash:7].js',
        // Half a byte each, compressed.
        hashCharacters: 'hex',
        codeSplitting: {
          // Each with what it imports: what every page needs, the login, its passkeys, and what a member sees
          // first, instead of many small files.
          groups: [
            { name: 'first', test: /\/src\/first\.ts$/, priority: 5 },
            {
              name: 'start',
              test: /node_modules\/(react\/|react-dom\/(client|index)\.js|@mantine\/core\/esm\/components\/TextInput\/)|\/src\/(routes|connection\/(when-loaded|lazy-part)|session\/connect-session|api\/client|session\/failures\/failure-notice|ui\/(layout\/content|icons\/splash)|people\/rut|text\/counted)\.tsx?$|\/fields\.module\.css$/,
              priority: 4,
            },
            {
              name: 'login',
              test: /\/src\/accounts\/(login\/.*-screen|factors\/passkey-button)\.tsx$/,
              priority: 3,
            },
            {
              name: 'member',
              test: /\/src\/(app\/layout\/member-area|sales\/dashboard\/dashboard-screen)\.tsx?$/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 3000,
    strictPort: true,
    proxy: { '/api': api, '/dev': api },
  },
})

/** By file, not by content: otherwise each change of a style changes the weight of the login's scripts. */
function className(name: string, file: string): string {
  const path = relative(import.meta.dirname, file).replaceAll('\\', '/')
  return `${name}-${createHash('sha256').update(path).digest('hex').slice(0, 4)}`
}

/**
 * A page is painted before its scripts run: on a slow network its content arrives first. What the first script would
 * ask for is on its way by then: what it imports, and the page's own part. The dashboard's sales are asked for before
 * that (src/first.ts).
 */
function scriptsAfterContent(): Plugin {
  return {
    name: 'scripts-after-content',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const shared = chunks.find(({ isEntry }) => isEntry)?.imports ?? []
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.html')) continue
        const html = asset.source.toString()
        const isOwn = ({ name }: { name: string }) =>
          html.includes('data-skeleton')
            ? name === 'member'
            : name === 'login' && asset.fileName === 'index.html'
        const own = chunks.filter(isOwn).flatMap(({ fileName, imports }) => [fileName, ...imports])
        const files = new Set([...shared, ...own])
        const fileOf = (chunk: string) => chunks.find(({ name }) => name === chunk)?.fileName ?? ''
        const first = fileOf('first')
        // A low one waits in Chromium until in-frame.js has arrived, which takes the largest a round trip.
        const priority = (file: string) => (file === fileOf('start') ? '' : ' fetchpriority="low"')
        const isEarly = asset.fileName === 'dashboard/index.html' && files.delete(first)
        const script = `  <script type="module" async crossorigin fetchpriority="high" src="/${first}"></script>\n  `
        const links = [...files].map(
          (file) => `  <link rel="modulepreload" crossorigin${priority(file)} href="/${file}">\n  `,
        )
        asset.source = html.replace(
          '</head>',
          `${[...(isEarly ? [script] : []), ...links].join('')}</head>`,
        )
      }
    },
  }
}

/** Few pages have a letter for which they need it. */
const WHOLE_FONT = /<link rel="preload"[^>]*\/figtree-latin[^>]*>/

/**
 * Each prerendered page carries the styles of what it shows, and preloads its font; the stylesheet comes after its
 * content, and after the scripts of a public page.
 */
function criticalStyles(): Plugin {
  return {
    name: 'critical-styles',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle(_options, bundle) {
      const assets = Object.values(bundle).filter((output) => output.type === 'asset')
      const beasties = new Beasties({
        // The end of the body is the only place for the stylesheet that needs no inline script.
        preload: 'body',
        inlineFonts: true,
        preloadFonts: true,
        // Set by in-frame.js before the page is painted.
        allowRules: [/data-embedded/],
        // index.html has the order of the layers in one.
        reduceInlineStyles: false,
      })
      beasties.readFile = (path) => {
        const asset = assets.find(({ fileName }) => path.endsWith(`/${fileName}`))
        if (!asset) throw new Error(`${path} is not in the build`)
        return asset.source.toString()
      }
      for (const asset of assets.filter(({ fileName }) => fileName.endsWith('.html'))) {
        const html = (await beasties.process(asset.source.toString())).replace(WHOLE_FONT, '')
        // A skeleton becomes a page that needs the stylesheet; a public page has its styles, and asks for it by main.tsx.
        asset.source = html.includes('data-skeleton')
          ? html
          : html.replace('<link rel="stylesheet"', '<link data-later')
      }
    },
  }
}

/**
 * Vite wraps each `import()` in a helper that preloads styles and scripts. Here no page has any of its own, and the login
 * would load the helper for nothing (vitejs/vite#13952).
 */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}

/** `/environments.json`: in the build for localhost, to which an operator adds hosts; the portal serves its own. */
function hostTable(): Plugin {
  const path = 'environments.json'
  return {
    name: 'host-table',
    generateBundle() {
      const localhost = { ...defaultEnvironments.localhost, retention: retentionDefaults }
      const source = `${JSON.stringify({ localhost }, null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: path, source })
    },
    configureServer(server) {
      // In development the proxy serves the API on the page's own origin.
      const localhost = { ...defaultEnvironments.localhost, api: '' }
      server.middlewares.use(`/${path}`, (_request, response) => {
        response.setHeader('Content-Type', 'application/json; charset=utf-8')
        response.end(JSON.stringify({ localhost }))
      })
    },
  }
}
