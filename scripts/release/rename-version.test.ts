import { expect, test } from 'vitest'
import { renameVersion } from './rename-version.mjs'

const rename = (text: string) => renameVersion(text, '2.0.0', '2.1.0')

test.each([
  ['npm install ./carpeta-virtual-2.0.0.tgz', 'npm install ./carpeta-virtual-2.1.0.tgz'],
  [
    '--prefix /opt/carpeta-virtual/2.0.0 --loglevel',
    '--prefix /opt/carpeta-virtual/2.1.0 --loglevel',
  ],
  ['ln -sfn 2.0.0 /opt', 'ln -sfn 2.1.0 /opt'],
  ['image: carpeta-virtual:2.0.0', 'image: carpeta-virtual:2.1.0'],
  ['image.version="2.0.0"', 'image.version="2.1.0"'],
])('the next version is named where the package is: %s', (text, renamed) => {
  expect(rename(text)).toBe(renamed)
})

test.each([
  '### From 1.1.0 to 2.0.0',
  'Version 2.0.0 continues a database of 1.1.0',
  'carpeta-virtual-2.0.0.1',
  'carpeta-virtual-12.0.0',
])('other texts stay: %s', (text) => {
  expect(rename(text)).toBe(text)
})
