import { PRODUCTION_INACTIVITY_MS } from '@carpeta/domain/access/session-rules'
import type { Environment, Environments } from './environments.ts'

/** The cooperative's details until the operator sets his own (`COMPANY_NAME`, `CONTACT_EMAIL`, …). */
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

/** The host table that the web is built with; `carpeta serve` adds its own host. */
export const defaultEnvironments = {
  localhost: { ...local, api: 'http://localhost:8010' },
} satisfies Environments

/** Apart from the table above, so that it stays out of the web's scripts. */
export function environmentDefaults(environment: Environment['environment']): Environment {
  const isProduction = environment === 'production'
  return {
    ...local,
    environment,
    debug: !isProduction,
    max_inactivity: isProduction ? PRODUCTION_INACTIVITY_MS : 0,
  }
}
