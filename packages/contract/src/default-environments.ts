import { PRODUCTION_INACTIVITY_MS } from '@carpeta/domain/access/session-rules'
import type { Environment, Environments } from './environments.ts'

/** The sample cooperative, until the operator sets `COMPANY_NAME`, `CONTACT_EMAIL` and others. */
export const sampleCooperative = {
  company: 'Cooperativa Vista al Biobío',
  contact_email: 'contacto@vistaalbiobio.example',
  contact_phone: '+56 41 000 0000',
  office_address: 'Avenida Colón 1234, Talcahuano, Región del Biobío',
} as const

const local: Environment = {
  environment: 'local',
  api: '',
  debug: true,
  max_inactivity: 0,
  link_home: '/',
  app_version: '2021_09_07',
  ...sampleCooperative,
}

/** The host table in the built web; `carpeta serve` adds its own host. */
export const defaultEnvironments = {
  localhost: { ...local, api: 'http://localhost:8010' },
} satisfies Environments

/** Separate from the table, so that it stays out of the web's bundle. */
export function environmentDefaults(environment: Environment['environment']): Environment {
  const isProduction = environment === 'production'
  return {
    ...local,
    environment,
    debug: !isProduction,
    max_inactivity: isProduction ? PRODUCTION_INACTIVITY_MS : 0,
  }
}
