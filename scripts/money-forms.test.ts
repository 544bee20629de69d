import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = `${import.meta.dirname}/..`

/** What would write an amount in a form of its own. */
const ownForms = [
  /UF(?: |\\u00a0|&nbsp;|\{' '\})\s*\$?\{/,
  /\$(?: |\\u00a0|&nbsp;)?\$\{/,
  /\bformatDecimal\(/,
  /style: 'currency'/,
]

/** They write no amounts: the separators of hashes, the parameters of SQL, and megabytes. */
const others = [
  'apps/api/src/auth/passwords.ts',
  'apps/api/src/db/query.ts',
  'packages/domain/src/requests/document-rules.ts',
]

test('money is written in two forms, by packages/domain/src/money alone (§12.1025)', () => {
  const files = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) =>
      !/\.test\.|^packages\/domain\/src\/(money|testing)\//.test(path) && !others.includes(path),
  )
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((path) =>
    readFileSync(`${root}/${path}`, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        ownForms.some((form) => form.test(line)) ? [`${path}:${index + 1} ${line.trim()}`] : [],
      ),
  )
  expect(found).toEqual([])
})
