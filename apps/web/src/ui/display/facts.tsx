import type { ReactNode } from 'react'
import classes from './facts.module.css'
import { UnbrokenDates } from './unbroken-dates.tsx'

/** A link with an address is long, too. */
export type Fact = [label: string, value: ReactNode, isLong?: boolean]

/** Labels and values, with '-' for missing values. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value, isLongLink = false]) => (
        <div key={label} data-long={isLongLink || isLong(value) || undefined}>
          <dt>{label}</dt>
          <dd>
            {typeof value === 'string' ? <UnbrokenDates text={value || '-'} /> : (value ?? '-')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

// On a phone an email or an address gets its own line.
function isLong(value: ReactNode): boolean {
  return typeof value === 'string' && value.length > 18
}
