import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import classes from './phone-link.module.css'
import { PhoneLink } from './phone-link.tsx'

test('a telephone number dials, and is one box, which a line does not break (§12.1898)', () => {
  render(<PhoneLink phone="+56 41 000 0000" />)
  const link = screen.getByRole('link', { name: '+56 41 000 0000' })
  expect(link.getAttribute('href')).toBe('tel:+56410000000')
  expect(link.className).toBe(classes.phone)
})
