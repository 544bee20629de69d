import { type Config, readConfig } from '../src/config/config.ts'

/** Settings of a test, with the same key for all, so that they can decrypt each other's emails. */
export function testConfig(env: NodeJS.ProcessEnv = {}): Config {
  return readConfig({
    SECRET_KEY: 'k3Y-for-tests-0nly-0123456789abcdef',
    LOG_LEVEL: 'silent',
    ...env,
  })
}
