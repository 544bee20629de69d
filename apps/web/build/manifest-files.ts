import type { Manifest, ManifestChunk } from 'vite'
import { loadedWith } from './chunk-groups.ts'

export function fileOf(manifest: Manifest, source: string): string {
  return chunkOf(manifest, source).file
}

/** The files that these modules import statically, in loading order. */
export function filesOf(manifest: Manifest, sources: string[]): { js: string[]; css: string[] } {
  const js = new Set<string>()
  const css = new Set<string>()
  function visit(source: string) {
    const chunk = chunkOf(manifest, source)
    if (js.has(chunk.file)) return
    js.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
    for (const style of chunk.css ?? []) css.add(style)
  }
  for (const source of sources) visit(source)
  return { js: [...js], css: [...css] }
}

function chunkOf(manifest: Manifest, source: string): ManifestChunk {
  const group = loadedWith[source.replace('src/', '')]
  // The group of every page is in the application's own file.
  const name = group === 'login' ? 'main' : group
  const chunk =
    manifest[source] ?? Object.values(manifest).find((each) => name && each.name === name)
  if (!chunk) throw new Error(`The build has no chunk for ${source}`)
  return chunk
}
