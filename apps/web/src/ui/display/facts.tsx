import type { ReactNode } from 'react'
import classes from './facts.module.css'

export type Fact = [label: string, value: ReactNode]

/** Labels and values, with '-' for missing values. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label} data-long={isLong(value) || undefined}>
          <dt>{label}</dt>
          <dd>{value === '' || value === null ? '-' : value}</dd>
        </div>
      ))}
    </dl>
  )
}

// On a phone an email or an address gets its own line.
function isLong(value: ReactNode): boolean {
  return typeof value === 'string' && value.length > 18
}
