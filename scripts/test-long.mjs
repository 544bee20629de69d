// The tests that take hours; `npm test` has a small round of each. `npm run test:long` runs them all, and
// `npm run test:long -- fuzz=10000 kills=200 seed=7` these, that often, to repeat a failure. Says at its end what it ran.

import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { env, findServers, install, node, root } from './prepare.mjs'

const given = Object.fromEntries(process.argv.slice(2).map((argument) => argument.split('=')))
const seed = given.seed ?? String(randomInt(2 ** 31))

/** Each with how much of it is run unless the arguments say, and its program with its settings. */
const parts = {
  fuzz: {
    what: 'random inputs of every call',
    amount: '1000000',
    run: (inputs) => vitest('http/every-call/fuzz', { FUZZ_INPUTS: inputs, FUZZ_SEED: seed }),
  },
  kills: {
    what: 'kills of the portal or its database while a member sends a request',
    amount: '10000',
    run: (rounds) =>
      vitest('requests/never-lost', { NEVER_LOST_ROUNDS: rounds, NEVER_LOST_SEED: seed }),
  },
  drafts: {
    what: 'drafts that two devices write, with lost answers, killed calls and changed procedures',
    amount: '2000',
    run: (seeds) => vitest('requests/drafts-never-lost', { DRAFT_SEEDS: seeds, DRAFT_SEED: seed }),
  },
  faults: {
    what: 'rounds of kills in a login, an invitation and a load; a database that freezes and restarts',
    amount: '100',
    run: (rounds) => vitest('test/faults', { FAULT_ROUNDS: rounds, FAULT_SEED: seed }),
  },
  payments: {
    what: 'payments by Webpay in which the portal, its connections or Webpay fail',
    amount: '2000',
    run: (rounds) =>
      vitest('payments/payments-never-lost', { PAYMENT_ROUNDS: rounds, PAYMENT_SEED: seed }),
  },
  postgres: {
    what: 'major versions of PostgreSQL',
    amount: '15,16,17,18',
    run: (majors) => vitest('test/postgres', { POSTGRES_MAJORS: majors }),
  },
  restore: {
    what: 'sales in an installation that is backed up and restored',
    amount: '20000',
    run: (sales) => program(node, ['apps/api/bench/large.bench.ts', sales]),
  },
  recovery: {
    what: 'recovery to a point in time with PostgreSQL’s own means',
    amount: '1',
    run: () => program(node, ['apps/api/bench/rehearse-recovery.ts']),
  },
}

const { seed: _, ...asked } = given
const unknown = Object.keys(asked).filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: the parts are ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}
const chosen = Object.keys(asked).length > 0 ? Object.keys(asked) : Object.keys(parts)

install()
const servers = findServers()
const lines = []
let failed = 0
for (const name of chosen) {
  const { what, amount, run } = parts[name]
  const size = asked[name] ?? amount
  console.log(`\n— ${name}: ${size} ${what}`)
  const begun = performance.now()
  const succeeded = run(size)
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1)
  if (!succeeded) failed += 1
  lines.push(`${succeeded ? 'passed' : 'FAILED'}  ${name}: ${size} ${what}, ${minutes} minutes`)
}
console.log(`\nWhat was run, with seed ${seed}:\n${lines.join('\n')}`)
console.log(`\n${chosen.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

function vitest(path, settings) {
  return program('vitest', ['run', '--project', 'api', path], settings)
}

function program(command, args, settings = {}) {
  const options = { cwd: root, env: { ...env, ...servers, ...settings }, stdio: 'inherit' }
  return spawnSync(command, args, options).status === 0
}
