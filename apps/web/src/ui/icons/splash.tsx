import classes from './splash.module.css'

interface Props {
  className?: string
  /** The picture's first time on this device, for screens where it then leaves room on a phone. */
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
