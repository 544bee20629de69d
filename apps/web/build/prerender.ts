import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Manifest } from 'vite'
import { fileOf, filesOf } from './manifest-files.ts'

interface Renderer {
  paths: string[]
  NOT_FOUND: string
  render(path: string): Promise<string>
  modulesOf(path: string): string[]
}

interface Options {
  dist: string
  /** The built src/app/prerender.tsx. */
  entry: string
}

const TITLE = /<title>[^<]*<\/title>/
const TEMPLATE = 'index.html'
const APP = 'src/app/main.tsx'
// The minifier leaves it out of the file that begins with the first layer; a page begins with any file.
const LAYERS = new URL('../src/styles/layers.css', import.meta.url)

/**
 * Writes one HTML file per route, with its markup and critical CSS inline, so that it paints before
 * any script runs.
 */
export async function prerender({ dist, entry }: Options) {
  const renderer: Renderer = await import(entry)
  const template = await readFile(`${dist}/${TEMPLATE}`, 'utf8')
  const manifest: Manifest = JSON.parse(await readFile(`${dist}/.vite/manifest.json`, 'utf8'))

  const layers = await readFile(LAYERS, 'utf8')
  const bootFile = fileOf(manifest, TEMPLATE)
  const boot = await readFile(`${dist}/${bootFile}`, 'utf8')

  async function page(path: string): Promise<string> {
    const files = filesOf(manifest, [APP, ...renderer.modulesOf(path)])
    const styles = await Promise.all(files.css.map((file) => readFile(`${dist}/${file}`, 'utf8')))
    const [title, html] = titleApart(await renderer.render(path))
    if (/<script/i.test(html)) throw new Error(`${path}: the CSP allows no script but the boot`)
    return template
      .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
      .replace(TITLE, () => title)
      .replace('<!--head-->', () => head([layers, ...styles], files.css))
      .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`)
      .replace(/<script type="module"[^>]*><\/script>/, () => bootTag(boot, files.js))
  }

  for (const path of renderer.paths) await save(`${dist}${path}/index.html`, await page(path))
  await save(`${dist}/404.html`, await page(renderer.NOT_FOUND))
  await rm(`${dist}/${bootFile}`)
  await rm(`${dist}/.vite`, { recursive: true })
}

/** React writes the title before the markup, since it does not render the head. */
function titleApart(markup: string): [title: string, html: string] {
  const [title] = TITLE.exec(markup) ?? []
  if (!title) throw new Error('The page has no title')
  return [title, markup.replace(title, '')]
}

/** The disabled links keep Vite's loader from fetching the inlined styles again. */
function head(styles: string[], hrefs: string[]): string {
  const links = hrefs.map((href) => `<link rel="stylesheet" href="/${href}" crossorigin disabled>`)
  return [`<style>${styles.join('')}</style>`, ...links].join('\n    ')
}

/** The same text on every page: the server allows this script alone, by its hash. */
function bootTag(boot: string, modules: string[]): string {
  const list = modules.map((module) => `/${module}`).join(' ')
  return `<script type="module" data-modules="${list}">${boot.trim()}</script>`
}

async function save(file: string, text: string) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
