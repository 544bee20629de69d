import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf } from './import-directions.ts'

/** The circles of files that import each other; imports of types count too. */
export function importCircles(root: string): string[][] {
  const files = globSync('{packages,apps,e2e,scripts}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (path) => /node_modules|dist/.test(String(path)),
  })
  const sources = files.map((file) => {
    const name = file.replaceAll('\\', '/')
    return [name, readFileSync(join(root, file), 'utf8')] as const
  })
  return circlesOf(new Map(sources))
}

/** Tarjan's strongly connected components, of more than one file. */
export function circlesOf(sources: ReadonlyMap<string, string>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  function visit(file: string): number {
    const index = order.size
    order.set(file, index)
    lowest.set(file, index)
    open.push(file)
    for (const { target } of importsOf(file, sources.get(file) ?? '')) {
      if (!sources.has(target)) continue
      const reached = order.has(target) ? open.includes(target) && order.get(target) : visit(target)
      if (typeof reached === 'number' && reached < lowestOf(file)) lowest.set(file, reached)
    }
    if (lowestOf(file) === index) {
      const circle = open.splice(open.indexOf(file))
      const importsItself = importsOf(file, sources.get(file) ?? '').some(
        ({ target }) => target === file,
      )
      if (circle.length > 1 || importsItself) circles.push(circle.toSorted())
    }
    return lowestOf(file)
  }

  function lowestOf(file: string): number {
    return lowest.get(file) ?? 0
  }

  for (const file of sources.keys()) if (!order.has(file)) visit(file)
  return circles
}
