import type { Config } from '../../config/config.ts'
import type { Connection } from '../../db/client.ts'

export interface Finding {
  state: 'ok' | 'warning' | 'failure'
  /** A sentence for the operator, without passwords. */
  text: string
}

/** Everything a check may look at. */
export interface Examined {
  config: Config
  /** Null before the first start of an embedded database. @throws when it cannot be opened */
  database: () => Promise<Connection | null>
}

export interface Check {
  name: string
  /** Null when there is nothing to say. */
  examine: (examined: Examined) => Finding | null | Promise<Finding | null>
}

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const warning = (text: string): Finding => ({ state: 'warning', text })
export const failure = (text: string): Finding => ({ state: 'failure', text })
