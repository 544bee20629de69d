import { globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The text of every file by its path; '' for binary files. */
export type Repository = ReadonlyMap<string, string>

const isText = /\.(tsx?|mjs|css|md|sql|html|json)$/

/** The working copy without installed and generated files. */
export function readRepository(): Repository {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const paths = globSync(['*', '.ci/*', '{apps,packages,e2e,scripts,docs,deploy}/**/*'], {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|data|shots|test-results)$/.test(String(path)),
  })
  return new Map(
    paths
      .filter((path) => statSync(root + path).isFile())
      .map((path) => [
        path.replaceAll('\\', '/'),
        isText.test(path) ? readFileSync(root + path, 'utf8') : '',
      ]),
  )
}
