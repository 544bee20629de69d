import { parsePesos, parseUf } from '@carpeta/domain/money/money'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PesosAmount, UfAmount } from './amount.tsx'

test('a browser that translates the page leaves amounts alone, and they keep changing (§12.988)', () => {
  const { rerender } = render(<UfAmount value={parseUf('12.5')} />)
  // As Google Translate does with every text that it may touch.
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const touched: Text[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement?.closest('[translate=no]')) touched.push(text as Text)
  }
  for (const text of touched) {
    const font = document.createElement('font')
    font.textContent = text.data
    text.replaceWith(font)
  }
  rerender(<UfAmount value={parseUf('7.25')} />)
  expect(document.body.textContent).toContain('7,25')
  rerender(<PesosAmount value={parsePesos('609262')} />)
  expect(screen.getByText(/609.262/).closest('[translate=no]')).not.toBeNull()
})
