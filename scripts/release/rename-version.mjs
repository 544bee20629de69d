/**
 * Names another version where a text names the package: its file, its folder, its image. What tells about a
 * version, as how to upgrade to it, stays.
 */
export function renameVersion(text, version, next) {
  const named = new RegExp(
    `(?<=carpeta-virtual[-:/]|ln -sfn |image\\.version=")${version.replaceAll('.', '\\.')}(?!\\.?\\d)`,
    'g',
  )
  return text.replace(named, next)
}
