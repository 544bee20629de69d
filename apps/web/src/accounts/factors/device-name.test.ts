import { expect, test } from 'vitest'
import { deviceName } from './add-passkey.tsx'

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15', 'Mi iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15', 'Mi iPad'],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36',
    'Mi teléfono Android',
  ],
  ['Mozilla/5.0 (Linux; Android 15; SM-X710) Chrome/140.0 Safari/537.36', 'Mi tableta Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 'Mi Mac'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0', 'Mi computador Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'Mi computador'],
  ['', 'Mi computador'],
])('%s is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
