import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UnbrokenDates } from './unbroken-dates.tsx'

test('each date and each number of a request or a sale is a part of its own, and the sentence stays as it is (§12.1424, §12.1866)', () => {
  const text = 'Cuotas 12, 05-08-2026, 06-09-2026 11:20 y 05-10-2026 de Nº 118 en V-1001'
  const { container } = render(<UnbrokenDates text={text} />)
  expect(container.textContent).toBe(text)
  const dates = [...container.querySelectorAll('[class]')].map((part) => part.textContent)
  expect(dates).toEqual(['05-08-2026', '06-09-2026', '05-10-2026', 'Nº 118', 'V-1001'])
})
