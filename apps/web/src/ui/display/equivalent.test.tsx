import { parseUf, parseUfRate, type Uf, type UfValue } from '@carpeta/domain/money/money'
import { day } from '@carpeta/domain/testing/build-sale'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EquivalentParts } from './equivalent.tsx'

test('wraps between the amount, the UF’s day and the UF’s value only', () => {
  const uf = { date: day('2026-11-20'), pesos: parseUfRate('39123.45') } as UfValue
  const { container } = render(<EquivalentParts amount={parseUf('4') as Uf} uf={uf} />)
  const parts = [...container.querySelectorAll('span:not(:has(span))')].map(
    ({ textContent }) => textContent,
  )
  expect(parts.map((part) => part.replaceAll('\u00a0', ' '))).toEqual([
    '≈ $ 156.494 ',
    '(UF del 20-11-2026: ',
    '$ 39.123,45)',
  ])
})
