import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { below, breakpoints, from } from '../apps/web/src/ui/breakpoints.ts'

const root = fileURLToPath(new URL('../apps/web/src', import.meta.url))

/**
 * Three columns of a card do not fit on the narrowest phones, and with a large font not even two; nor two amounts, nor
 * a payment beside its amount, nor its four facts in one line. The two lines of a request, an account and a load need a wide card.
 */
const exceptions = [
  'imports/imports.module.css: (min-width: 40rem)',
  'list/list.module.css: (min-width: 40rem)',
  'payments/member/all-payments.module.css: (max-width: 17rem)',
  'payments/member/due-amounts.module.css: (min-width: 32rem)',
  'requests/staff/due-date.module.css: (min-width: 40rem)',
  'requests/staff/requests-screen.module.css: (min-width: 40rem)',
  'ui/feedback/feedback.module.css: (max-width: 14rem)',
  'ui/table/table.module.css: (max-width: 339.98px)',
  'ui/table/table.module.css: (max-width: 14rem)',
  'users/users.module.css: (min-width: 40rem)',
]

test('styles change at the named widths alone (§12.1130)', () => {
  const names = Object.keys(breakpoints) as (keyof typeof breakpoints)[]
  const named = names.flatMap((name) => [below(name), from(name)])
  const written = globSync('**/*.css', { cwd: root }).flatMap((file) =>
    [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/\((?:min|max)-width: [^)]+\)/g)].map(
      ([width]) => ({ file, width }),
    ),
  )
  expect(written.length).toBeGreaterThan(20)
  const others = written.filter(({ width }) => !named.includes(width))
  expect(others.map(({ file, width }) => `${file}: ${width}`).toSorted()).toEqual(
    exceptions.toSorted(),
  )
})
