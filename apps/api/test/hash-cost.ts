import { hashCost } from '../src/auth/passwords.ts'

const production = { ...hashCost }

/** Most of a login is its hash. Before every test file, and before the sample is made. */
export function lowerHashCost(): void {
  Object.assign(hashCost, { memoryCost: 8, timeCost: 1, parallelism: 1 })
}

/** For tests of the cost itself; `lowerHashCost` afterwards. */
export function useProductionHashCost(): void {
  Object.assign(hashCost, production)
}
