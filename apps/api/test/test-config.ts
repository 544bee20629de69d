import { type Config, readConfig } from '../src/config/config.ts'

/** What production requires; a test gives the rest. */
export const productionSettings = {
  ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://portal.cooperativa.example',
  SECRET_KEY: 'Zk3v9QmT7xLw2RbN8cHs5YpD1fGj6AeUq0',
  DATABASE_URL: 'postgres://portal@localhost/carpeta',
  SMTP_URL: 'smtps://correo.cooperativa.example',
  MAIL_FROM: 'Carpeta Virtual <portal@cooperativa.example>',
  COMPANY_NAME: 'Cooperativa Andalién',
  CONTACT_EMAIL: 'contacto@andalien.example',
  CONTACT_PHONE: '+56 41 222 3344',
  OFFICE_ADDRESS: 'Los Carrera 100, Concepción',
  // No test asks the Internet.
  UF_FETCH: 'false',
}

/** Settings of a test, with the same key for all, so that they can decrypt each other's emails. */
export function testConfig(env: NodeJS.ProcessEnv = {}): Config {
  return readConfig({
    ...(env.ENVIRONMENT === 'production' && productionSettings),
    SECRET_KEY: 'k3Y-for-tests-0nly-0123456789abcdef',
    LOG_LEVEL: 'silent',
    ...env,
  })
}
