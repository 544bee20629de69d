/** The path of a file that another program wrote: `exports/dos-cp850.zip`. */
export function fileOfOthers(name: string): string {
  return new URL(`./files-of-others/${name}`, import.meta.url).pathname
}
