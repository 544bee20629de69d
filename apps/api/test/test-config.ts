import { type Config, readConfig } from '../src/config/config.ts'

/** Settings of a test: one key for all, so that what one process sealed another can open. */
export function testConfig(env: NodeJS.ProcessEnv = {}): Config {
  return readConfig({
    SECRET_KEY: 'k3Y-for-tests-0nly-0123456789abcdef',
    LOG_LEVEL: 'silent',
    ...env,
  })
}
