export function documentTitle(page: string): string {
  return `${page} · Carpeta Virtual`
}
