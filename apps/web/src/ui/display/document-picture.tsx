import { useState } from 'react'
import { FileIcon } from '../icons/icons.tsx'
import classes from './document-picture.module.css'
import { useObjectUrl } from './use-object-url.ts'

interface Props {
  name: string
  /** Present for a file on this device. */
  file: File | null
  /** Its first page, as the server draws it. */
  picture?: Blob | null
}

/** A thumbnail of an image, or an icon with the file type. */
export function DocumentPicture({ name, file, picture = null }: Props) {
  const isImage = /\.(png|jpe?g)$/i.test(name)
  const url = useObjectUrl(isImage && file ? file : picture)
  // A damaged image has no thumbnail.
  const [failed, setFailed] = useState<string | null>(null)
  if (url && url !== failed) {
    return <img className={classes.picture} src={url} alt="" onError={() => setFailed(url)} />
  }
  return (
    <span className={classes.picture} aria-hidden="true">
      <FileIcon size={24} />
      <span className={classes.kind}>{kindOf(name)}</span>
    </span>
  )
}

function kindOf(name: string): string {
  const [, kind = ''] = /\.([a-z0-9]{1,4})$/i.exec(name) ?? []
  return kind.toUpperCase()
}
