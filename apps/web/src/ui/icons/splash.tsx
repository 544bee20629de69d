import classes from './splash.module.css'

/** Drawn in the critical CSS, so that it is painted with the page. */
export function Splash({ className = '' }: { className?: string }) {
  return <div className={`${classes.splash} ${className}`} />
}
