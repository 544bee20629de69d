const DEVICES: [RegExp, string][] = [
  [/iPhone/, 'Mi iPhone'],
  [/iPad/, 'Mi iPad'],
  [/Android.*Mobile/, 'Mi teléfono Android'],
  [/Android/, 'Mi tableta Android'],
  [/Macintosh/, 'Mi Mac'],
  [/Windows/, 'Mi computador Windows'],
]

/** A first suggestion for a passkey's name, which its owner can change. */
export function deviceName(userAgent: string): string {
  return DEVICES.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Mi computador'
}
