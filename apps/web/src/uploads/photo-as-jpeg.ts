/** Photos that few programs open; some browsers do. */
const NAMES = /\.(heic|heif|webp|avif)$/i
const TYPES = /^image\/(heic|heif|webp|avif)/

/** The most pixels that a canvas on an iPhone holds. */
const MAX_PIXELS = 16_000_000
const QUALITY = 0.9

export function isOtherPhoto({ name, type }: File): boolean {
  return NAMES.test(name) || TYPES.test(type)
}

/**
 * A photo as JPEG, where this browser reads it: Safari reads HEIC, all of them WebP. What it does not read stays as it
 * is, and is refused with what to save it as.
 */
export async function asJpeg(file: File): Promise<File> {
  const url = URL.createObjectURL(file)
  try {
    const blob = await drawn(await decoded(url))
    return new File([blob], `${file.name.replace(/\.[^.]*$/, '')}.jpg`, { type: blob.type })
  } catch {
    return file
  } finally {
    URL.revokeObjectURL(url)
  }
}

async function decoded(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

/** As the photo is shown, on white where it is transparent. */
async function drawn(image: HTMLImageElement): Promise<Blob> {
  const { naturalWidth, naturalHeight } = image
  const scale = Math.min(1, Math.sqrt(MAX_PIXELS / (naturalWidth * naturalHeight)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(naturalWidth * scale)
  canvas.height = Math.round(naturalHeight * scale)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', QUALITY),
  )
  if (!blob) throw new Error('No JPEG')
  return blob
}
