import type { ReactNode } from 'react'
import classes from './facts.module.css'

export type Fact = [label: string, value: ReactNode]

/** Names and values; '-' for what accounting did not send. */
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

// On a phone an e-mail or an address gets a line of its own instead of being broken.
function isLong(value: ReactNode): boolean {
  return typeof value === 'string' && value.length > 18
}
