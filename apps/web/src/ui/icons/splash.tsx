import classes from './splash.module.css'

/** In the critical CSS rather than in the scripts: painted with the page, and sent once. */
export function Splash({ className = '' }: { className?: string }) {
  return <div className={`${classes.splash} ${className}`} />
}
