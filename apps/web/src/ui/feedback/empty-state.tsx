import type { ReactNode } from 'react'
import classes from './feedback.module.css'

/** Shown when there is no data, with what the user can do. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.empty}>
      <EmptyDrawing />
      <p className={classes.emptyTitle}>{title}</p>
      <p>{children}</p>
    </div>
  )
}

/** An open, empty folder and a small house. */
function EmptyDrawing() {
  return (
    <svg width="160" height="120" viewBox="0 0 160 120" aria-hidden="true">
      <ellipse cx="80" cy="108" rx="70" ry="8" fill="#f0e9de" />
      <path
        fill="#0a5656"
        d="M28 46a5 5 0 0 1 5-5h22l7 8h60a5 5 0 0 1 5 5v46a5 5 0 0 1-5 5H33a5 5 0 0 1-5-5z"
      />
      <path
        fill="#fffdf9"
        stroke="#e4dcd0"
        strokeWidth="1.5"
        d="M40 32h72a3 3 0 0 1 3 3v50H37V35a3 3 0 0 1 3-3z"
      />
      <path
        fill="none"
        stroke="#9accc8"
        strokeWidth="2.5"
        strokeDasharray="5 5"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M62 78V58l14-12 14 12v20zM72 78V67h8v11"
      />
      <path
        fill="#0e6e6e"
        d="M23 70a4 4 0 0 1 4-4h106a4 4 0 0 1 4 4.7l-5 31A5 5 0 0 1 127 106H33a5 5 0 0 1-5-4.2z"
      />
      <path
        stroke="#faf7f2"
        strokeOpacity=".5"
        strokeWidth="3"
        strokeLinecap="round"
        d="M70 86h20"
      />
    </svg>
  )
}
