import { useObjectUrl } from '../../../../ui/display/use-object-url.ts'
import classes from './preview.module.css'

interface Props {
  picture: Blob
  /** Of the frame's width, in percent. */
  zoom: number
  label: string
}

/** Scrolls in its frame, also by the keyboard. */
export function PagePicture({ picture, zoom, label }: Props) {
  const url = useObjectUrl(picture)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the keyboard.
    <section className={classes.frame} tabIndex={0} aria-label={label}>
      {url && (
        <img className={classes.picture} src={url} alt={label} style={{ width: `${zoom}%` }} />
      )}
    </section>
  )
}
