import classes from './splash.module.css'

interface Props {
  className?: string
  /** On a phone the picture leaves its room afterwards. */
  isFirstVisit?: boolean
}

/** Drawn in the critical CSS, so that it is painted with the page. */
export function Splash({ className = '', isFirstVisit = false }: Props) {
  return (
    <div
      className={`${classes.splash} ${className}`}
      data-first-visit={isFirstVisit || undefined}
    />
  )
}
