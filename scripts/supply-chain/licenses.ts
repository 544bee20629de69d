/** Licences that allow any use, under conditions that shipping the package's own files fulfils. */
export const allowedLicenses = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'PSF-2.0',
  'Unlicense',
]

/** Packages with another licence, or with none in the lock file, and why each may be used. */
export const licenseExceptions: Record<string, string> = {
  '@expo-google-fonts/figtree': 'OFL-1.1: the font may be embedded, not sold alone',
  '@fontsource-variable/figtree': 'OFL-1.1: the font may be served, not sold alone',
  'axe-core': 'MPL-2.0: used unchanged, and only in tests',
  'caniuse-lite': 'CC-BY-4.0 for its data: used unchanged, and only to build the web',
  'fxa-common-password-list': 'MPL-2.0: used unchanged, and only to make a filter and in tests',
  'ical.js': 'MPL-2.0: used unchanged, and only in tests',
  'incremental-encoder': 'MPL-2.0: used unchanged, only by fxa-common-password-list',
  lightningcss: 'MPL-2.0: used unchanged, and only to build the web',
  pako: 'MIT, and Zlib for what it ports: any use, with its own files',
  'png-js': 'its LICENSE file is the MIT licence',
}
