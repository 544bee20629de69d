const units = ['kB', 'MB', 'GB', 'TB'] as const

/** '8,4 MB', '312 GB': three figures at most, and kB at least. */
export function dataSize(bytes: number): string {
  let size = bytes / 1024
  let unit = 0
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  const figure = size < 9.95 ? size.toFixed(1).replace('.', ',') : String(Math.round(size))
  return `${figure} ${units[unit]}`
}
