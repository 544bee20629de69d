import {
  DATA_SUBJECT_ANSWER_DAYS,
  dataSubjectRequests,
} from '@carpeta/domain/personal-data/data-subject-requests'
import { retentionDefaults, retentionSentences } from '@carpeta/domain/personal-data/retention'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CooperativeEmail } from '../environment/cooperative-email.tsx'
import { useEnvironment } from '../environment/use-environment.ts'
import { Content } from '../ui/layout/content.tsx'
import classes from './privacy.module.css'

/** Changes with every change of the text. */
const VERSION = '22 de noviembre de 2026'

/** The privacy notice. */
export function Component() {
  const environment = useEnvironment()
  const company = environment?.company || 'La cooperativa'
  const retention = retentionSentences({ ...retentionDefaults, ...environment?.retention })
  return (
    <Content title="Aviso de privacidad">
      <article className={classes.page}>
        <h1>Aviso de privacidad</h1>
        <p className={classes.version}>Versión del {VERSION}</p>
        <p>
          {company} es responsable de los datos personales de este portal. Aquí explicamos qué
          guardamos, para qué, por cuánto tiempo y qué puedes pedir.
        </p>

        <Part title="Qué datos guardamos">
          <ul>
            <li>Tu nombre, rut y correo, y una huella de tu contraseña que nadie puede leer.</li>
            <li>
              Tus compras: propiedades, cuotas, pagos, estado de la escritura, y los datos que
              entregaste al comprar, como dirección, teléfono, estado civil, profesión, empleador y
              rentas. También los del co-titular, si lo hay.
            </li>
            <li>Los trámites que pides, con tus comentarios, documentos y nuestras respuestas.</li>
            <li>
              Tus ingresos al portal: fecha, dirección de internet y tipo de equipo; y una bitácora
              de quién vio o cambió tus datos.
            </li>
          </ul>
        </Part>

        <Part title="De dónde vienen">
          <p>
            Los de tus compras vienen de la contabilidad de la cooperativa: el portal es una copia
            con fecha. Los demás los entregas tú al usarlo.
          </p>
        </Part>

        <Part title="Para qué los usamos">
          <ul>
            <li>Para que consultes tu compra y lo que debes, según tu contrato.</li>
            <li>Para responder tus trámites y avisarte por correo.</li>
            <li>Para cuidar tu cuenta: reconocer ingresos extraños y dejar constancia.</li>
            <li>Para cumplir obligaciones contables y tributarias.</li>
          </ul>
          <p>No los usamos para publicidad ni para decidir nada sobre ti en forma automática.</p>
        </Part>

        <Part title="Quién los recibe">
          <p>
            Los funcionarios que los necesitan para atenderte, cada uno según sus permisos, y las
            empresas que alojan el portal y despachan sus correos, solo para eso. No los vendemos ni
            los cedemos. Este sitio no carga nada de otros: ni publicidad, ni medidores de visitas.
          </p>
        </Part>

        <Part title="Por cuánto tiempo">
          <ul>
            {retention.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
            <li>
              La bitácora no se borra: es la prueba de quién accedió a los datos. Lo que en ella te
              identifica (nombre, correo, rut, motivos escritos y dirección de internet) está
              cifrado con una clave tuya. Si borramos tus datos, borramos esa clave y nadie puede
              volver a leerlo. Quedan la fecha, qué se hizo, el número de tu cuenta, que ya no lleva
              a tu nombre, y el número o código del trámite, el documento o la compra. Las
              anotaciones anteriores a este cifrado conservan su texto.
            </li>
          </ul>
        </Part>

        <Part title="Cómo los cuidamos">
          <p>
            Cada socio ve solo lo suyo. Las contraseñas y los enlaces de los correos se guardan como
            huellas, los ingresos fallidos se frenan, los documentos se revisan al recibirlos y
            queda constancia de cada consulta. Si ocurriera un problema que te afecte, te avisaremos
            a ti y a la autoridad.
          </p>
        </Part>

        <Part title="Tus derechos" id="derechos">
          <dl className={classes.rights}>
            {dataSubjectRequests.map(({ key, title, description }) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
          <p>
            Pídelos en <Link to="/profile#mis-datos">tu perfil</Link>, sin costo, o escribe a{' '}
            <CooperativeEmail />. Respondemos en {DATA_SUBJECT_ANSWER_DAYS} días corridos; si el
            caso es complejo podemos tomar otros {DATA_SUBJECT_ANSWER_DAYS}, una sola vez, y te
            diremos por qué. Si no quedas conforme puedes reclamar ante la Agencia de Protección de
            Datos Personales (Ley 21.719).
          </p>
        </Part>
      </article>
    </Content>
  )
}

function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id} className={classes.part}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
