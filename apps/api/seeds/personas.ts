/** The sample cooperative's people: one cast for local runs, tests and pictures. */

export const SAMPLE_PASSWORD = 'Carpeta#2026'

export interface Persona {
  rut: string
  firstName: string
  lastName: string
  email: string
  /** The person's role in the sample, shown by `npm start`. */
  about: string
  /** False: the account has no password yet. */
  activated: boolean
  /** By name; the migrations create the groups. */
  group?: string
  isSuperuser?: boolean
}

export const personas = {
  rosa: {
    rut: '12345678-5',
    firstName: 'Rosa',
    lastName: 'Muñoz Sepúlveda',
    email: 'rosa.munoz@correo.example',
    about: 'socia con una venta abierta',
    activated: true,
  },
  hernan: {
    rut: '11111111-1',
    firstName: 'Hernán',
    lastName: 'Soto Aguayo',
    email: 'hernan.soto@correo.example',
    about: 'socio con tres ventas, dos abiertas',
    activated: true,
  },
  elena: {
    rut: '10000013-K',
    firstName: 'Elena',
    lastName: 'Vidal Riquelme',
    email: 'elena.vidal@correo.example',
    about: 'socia con una venta aún no aprobada',
    activated: true,
  },
  tomas: {
    rut: '20347878-K',
    firstName: 'Tomás',
    lastName: 'Rivas Oñate',
    email: 'tomas.rivas@correo.example',
    about: 'socio que no ha activado su cuenta',
    activated: false,
  },
  pia: {
    rut: '10000004-0',
    firstName: 'Pía',
    lastName: 'Lagos Ferrada',
    email: 'pia.lagos@correo.example',
    about: 'socia con todo pagado',
    activated: true,
  },
  bruno: {
    rut: '15678234-3',
    firstName: 'Bruno',
    lastName: 'Díaz Carrasco',
    email: 'bruno.diaz@correo.example',
    about: 'socio con cinco propiedades en una venta',
    activated: true,
  },
  losRobles: {
    rut: '76192083-9',
    firstName: 'Inmobiliaria Los Robles SpA',
    lastName: '',
    email: 'contacto@losrobles.example',
    about: 'empresa con representante legal',
    activated: true,
  },
  carla: {
    rut: '9876543-3',
    firstName: 'Carla',
    lastName: 'Neira Bustos',
    email: 'carla.neira@vistaalbiobio.example',
    about: 'funcionaria que administra usuarios',
    activated: true,
    group: 'Administración',
  },
  mario: {
    rut: '14567891-9',
    firstName: 'Mario',
    lastName: 'Fuentes Alarcón',
    email: 'mario.fuentes@vistaalbiobio.example',
    about: 'funcionario que responde trámites',
    activated: true,
    group: 'Atención de socios',
  },
  ivan: {
    rut: '8765432-K',
    firstName: 'Iván',
    lastName: 'Rojas Mella',
    email: 'ivan.rojas@vistaalbiobio.example',
    about: 'superusuario',
    activated: true,
    group: 'Administración',
    isSuperuser: true,
  },
} satisfies Record<string, Persona>

export type PersonaName = keyof typeof personas
