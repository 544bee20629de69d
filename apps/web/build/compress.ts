import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const TEXT = /\.(html|js|css|svg|webmanifest)$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes a compressed copy beside each text file, for servers that send precompressed files. */
export async function compress(dist: string): Promise<void> {
  const entries = await readdir(dist, { recursive: true })
  await Promise.all(
    entries
      .filter((name) => TEXT.test(name))
      .map(async (name) => {
        const file = join(dist, name)
        const content = await readFile(file)
        await writeFile(`${file}.br`, await brotli(content))
        await writeFile(`${file}.gz`, await zip(content, { level: 9 }))
      }),
  )
}
