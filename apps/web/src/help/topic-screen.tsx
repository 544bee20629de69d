import { otherReminderDays, USUAL_REMINDER_DAYS } from '@carpeta/domain/news/reminder-days'
import { OFFLINE_DAYS } from '@carpeta/domain/offline/offline-rules'
import { fraudWarning } from '@carpeta/domain/payments/payment-account'
import { NO_REPLY_DEADLINE, requestStateLabels } from '@carpeta/domain/requests/request-labels'
import type { RequestState } from '@carpeta/domain/requests/request-states'
import { deedProcess } from '@carpeta/domain/sales/deed-steps'
import { type InstalmentStatus, instalmentLabels } from '@carpeta/domain/sales/instalments'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link, useLocation } from 'react-router'
import { Urgency } from '../requests/member/urgency.tsx'
import { StatusMark } from '../ui/display/status-mark.tsx'
import { WrittenText } from '../ui/display/written-text.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { helpPagesQuery, startHelp } from './calls.ts'
import classes from './help.module.css'
import { type OwnHelpTopic, topicAt } from './help-address.ts'
import { HelpFrame, ownTopicTitles, Picture } from './help-frame.tsx'

const contents: Record<OwnHelpTopic, ComponentType> = {
  payment: PaymentTopic,
  statement: StatementTopic,
  deed: DeedTopic,
  requests: RequestsTopic,
  device: DeviceTopic,
}

export const loader = startHelp

/** The portal's own page about a topic, and below it what the cooperative adds. */
export function Component() {
  const topic = topicAt(useLocation().pathname) ?? 'payment'
  const Topic = contents[topic]
  const { data } = useQuery(helpPagesQuery)
  const added = (data ?? []).filter((page) => page.topic === topic)
  return (
    <HelpFrame key={topic} title={ownTopicTitles[topic]}>
      <Topic />
      {added.map(({ id, title, body }) => (
        <section key={id} className={classes.added}>
          <h2>{title}</h2>
          <WrittenText body={body} />
        </section>
      ))}
    </HelpFrame>
  )
}

function PaymentTopic() {
  return (
    <>
      <ol className={classes.steps}>
        <li>
          <strong>Mira cuánto toca pagar</strong>
          <p>
            En <Link to="/dashboard">Mi carpeta</Link>, el recuadro «Próximo pago» te dice cuál es
            tu próxima cuota y si tienes alguna atrasada, en UF y en pesos de hoy.
          </p>
        </li>
        <li>
          <strong>Toca «Pagar» y elige qué pagas</strong>
          <p>
            Ponerte al día (todo lo atrasado), lo atrasado y también la próxima cuota, solo la
            próxima u otro monto.
          </p>
        </li>
        <li>
          <strong>Paga con tu tarjeta en la página de Webpay</strong>
          <p>
            Al volver te decimos si el pago se aprobó y te enviamos el comprobante. Si dice «En
            verificación», no pagues de nuevo.
          </p>
        </li>
        <li>
          <strong>Espera el registro</strong>
          <p>
            Tu saldo cambia cuando contabilidad registra el pago; hasta entonces dice «Aprobado, por
            registrar».
          </p>
        </li>
      </ol>
      <PaymentPicture />
      <h2>Si prefieres transferir, o no ves «Pagar»</h2>
      <ol className={classes.steps}>
        <li>
          <strong>Transfiere a la cuenta de la cooperativa</strong>
          <p>
            «Cómo pagar» muestra el banco, el número de cuenta, el rut y el correo. Cada dato tiene
            un botón para copiarlo y pegarlo en la página de tu banco.
          </p>
        </li>
        <li>
          <strong>Avísanos</strong>
          <p>
            «Ya pagué: informar un pago» te pide la fecha, el monto y el comprobante. Así
            encontramos tu pago más rápido.
          </p>
        </li>
        <li>
          <strong>Espera el registro</strong>
          <p>
            Tu saldo cambia cuando contabilidad registra el pago, no al informarlo. En «Pagos que
            informaste» ves en qué va.
          </p>
        </li>
      </ol>
      <Notice tone="info">{fraudWarning}</Notice>
      <h2>Por qué cambia el monto en pesos</h2>
      <p>
        Tus cuotas están en UF, una unidad cuyo valor en pesos cambia cada día según los precios. La
        cantidad de UF de tu cuota no cambia; los pesos sí. El monto que vale es el de la UF del día
        en que pagas: por eso, junto a cada monto en pesos, decimos de qué día es la UF.
      </p>
      <h2>Que no se te pase una fecha</h2>
      <p>
        Te escribimos {USUAL_REMINDER_DAYS} días antes de que venza una cuota. En{' '}
        <Link to="/profile#correos">tu perfil</Link>, «Correos», puedes elegir {otherReminderDays()}
        . Para verlas en tu calendario, abre «Más» en tu estado de cuenta.
      </p>
      <h2>Si tienes una cuota atrasada</h2>
      <p>
        Atrasada es una cuota cuya fecha ya pasó y que todavía no está pagada por completo. Si ya la
        pagaste, infórmalo: puede que el pago aún no esté registrado.
      </p>
    </>
  )
}

function PaymentPicture() {
  return (
    <Picture
      label="El recuadro Próximo pago: el monto de la próxima cuota en pesos y en UF, cuándo vence, y los botones «Pagar», «Cómo pagar» y «Ya pagué: informar un pago»."
      size={[320, 262]}
      caption="El recuadro «Próximo pago», arriba en tu carpeta."
    >
      <rect x="1" y="1" width="318" height="260" rx="14" fill="#fff" stroke="#e4dcd0" />
      <text x="18" y="36" fontSize="18" fontWeight="650" fill="#12303b">
        Próximo pago
      </text>
      <text x="18" y="66" fontSize="15" fill="#47606a">
        Próxima cuota
      </text>
      <text x="18" y="100" fontSize="27" fontWeight="650" fill="#12303b">
        ≈ $ 150.791
      </text>
      <text x="190" y="100" fontSize="14" fill="#47606a">
        UF
      </text>
      <text x="212" y="100" fontSize="22" fontWeight="650" fill="#12303b">
        3,85
      </text>
      <text x="18" y="128" fontSize="15" fontWeight="600" fill="#12303b">
        Vence en 5 días
      </text>
      <rect x="18" y="150" width="120" height="44" rx="10" fill="#0e6e6e" />
      <text x="78" y="177" fontSize="15" fontWeight="600" fill="#fff" textAnchor="middle">
        Pagar
      </text>
      <rect x="146" y="150" width="156" height="44" rx="10" fill="#fff" stroke="#8c8a82" />
      <text x="224" y="177" fontSize="15" fontWeight="600" fill="#12303b" textAnchor="middle">
        Cómo pagar
      </text>
      <rect x="18" y="202" width="284" height="44" rx="10" fill="#fff" stroke="#8c8a82" />
      <text x="160" y="229" fontSize="15" fontWeight="600" fill="#12303b" textAnchor="middle">
        Ya pagué: informar un pago
      </text>
    </Picture>
  )
}

const meanings: Record<InstalmentStatus, string> = {
  paid: 'No le queda nada por pagar.',
  partial: 'Pagaste una parte y su fecha aún no llega.',
  overdue: 'Su fecha ya pasó y le queda algo por pagar.',
  due: 'Su fecha aún no llega y no has pagado nada de ella.',
  awaited: 'La pagaste en línea o informaste tu pago; falta que contabilidad lo registre.',
}

const states: InstalmentStatus[] = ['paid', 'partial', 'overdue', 'due', 'awaited']

function StatementTopic() {
  return (
    <>
      <p>
        El estado de cuenta es una copia de lo que tiene la contabilidad de la cooperativa. Arriba
        dice de cuándo son los datos: un pago posterior a esa fecha todavía no aparece.
      </p>
      <h2>Sus seis partes</h2>
      <dl className={classes.terms}>
        <div>
          <dt>1 y 2. El socio y la propiedad</dt>
          <dd>A nombre de quién está la compra, y qué propiedades incluye.</dd>
        </div>
        <div>
          <dt>3. Compromiso de pago de reserva</dt>
          <dd>Lo que se acordó pagar, por tipo de documento.</dd>
        </div>
        <div>
          <dt>4. Plan de pagos de reserva</dt>
          <dd>
            Cuántas cuotas son, desde cuándo, y el saldo de la reserva: lo que falta pagar de ella.
          </dd>
        </div>
        <div>
          <dt>5. Cuotas</dt>
          <dd>
            Cada cuota con su vencimiento, su valor, lo pagado y su saldo. Está abierto el año de tu
            próxima cuota; toca los demás para abrirlos.
          </dd>
        </div>
        <div>
          <dt>6. Pagos</dt>
          <dd>Cada pago registrado y, cuando contabilidad lo dice, qué cuotas cubrió.</dd>
        </div>
      </dl>
      <h2>Saldo de la compra, y de qué está hecho</h2>
      <p>
        El saldo de tu compra, arriba en tu carpeta, es todo lo que falta pagar. Debajo están sus
        partes, y el precio con lo que se le descuenta: la reserva y las cuotas que pagaste.
      </p>
      <dl className={classes.terms}>
        <div>
          <dt>Reserva por pagar</dt>
          <dd>Lo que falta de la reserva. En tu estado de cuenta es el saldo de la reserva.</dd>
        </div>
        <div>
          <dt>Contado</dt>
          <dd>Lo que acordaste pagar al contado, fuera de las cuotas.</dd>
        </div>
        <div>
          <dt>Crédito hipotecario</dt>
          <dd>Lo que paga tu banco. Se paga con la escritura, no por cuotas a la cooperativa.</dd>
        </div>
      </dl>
      <h2>Cómo está cada cuota</h2>
      <dl className={classes.terms}>
        {states.map((status) => (
          <div key={status}>
            <dt>
              <StatusMark status={status} />
              {instalmentLabels[status]}
            </dt>
            <dd>{meanings[status]}</dd>
          </div>
        ))}
      </dl>
      <RowPicture />
      <h2>«En revisión con contabilidad»</h2>
      <p>
        Si dos datos de contabilidad no calzan entre sí, los marcamos con un asterisco y lo decimos
        junto a ellos, hasta que la cooperativa los revise. No tienes que hacer nada.
      </p>
      <h2>El PDF y su folio</h2>
      <p>
        «Descargar PDF» entrega el estado de cuenta completo, que es para ti. Para un banco está el
        certificado de deuda y pagos, en «Certificado para el banco». Los dos llevan un folio, con
        el que cualquier persona a quien los entregues puede comprobar en{' '}
        <Link to="/verify-statement">la página de verificación</Link> si siguen vigentes, y comparar
        su nombre, sus totales y su fecha con los que registra la cooperativa.
      </p>
    </>
  )
}

function RowPicture() {
  const cells = [
    ['Valor', '3,85', 18],
    ['Pagado', '1,00', 118],
    ['Saldo', '2,85', 228],
  ] as const
  return (
    <Picture
      label="Una cuota de UF 3,85 con un abono de UF 1,00 le quedan UF 2,85 por pagar."
      size={[320, 96]}
      caption="Valor menos lo pagado es el «Saldo UF» de la cuota: lo que falta de ella."
    >
      <rect x="1" y="1" width="318" height="94" rx="10" fill="#fff" stroke="#e4dcd0" />
      <path d="M1 38h318" stroke="#e4dcd0" />
      {cells.map(([head, value, x]) => (
        <g key={head}>
          <text x={x} y="25" fontSize="15" fill="#47606a">
            {head}
          </text>
          <text x={x} y="73" fontSize="19" fontWeight="600" fill="#12303b">
            <tspan fontSize="13">UF</tspan> {value}
          </text>
        </g>
      ))}
      <text x="94" y="73" fontSize="19" fill="#47606a">
        −
      </text>
      <text x="202" y="73" fontSize="19" fill="#47606a">
        =
      </text>
    </Picture>
  )
}

function DeedTopic() {
  const steps = deedProcess()
  return (
    <>
      <p>
        La escritura es el documento que te hace dueña o dueño de tu propiedad. Se firma ante
        notario y se inscribe en el Conservador de Bienes Raíces (CBR). Son {steps.length} pasos; la
        pestaña «Escrituración» muestra en cuál va la tuya.
      </p>
      <PathPicture />
      <ol className={classes.steps}>
        {steps.map(({ field, label, explanation, actor }) => (
          <li key={field}>
            <strong>{label}</strong>
            <p>{explanation.pending}</p>
            <p className={classes.actor}>Actúa: {actor}</p>
          </li>
        ))}
      </ol>
      <h2>Lo que te toca a ti</h2>
      <p>
        Firmar en la notaría cuando te avisemos, con tu cédula de identidad vigente. Te diremos si
        hay algo más que llevar, o si otra persona tiene que firmar contigo.
      </p>
      <h2>Dónde están tus papeles</h2>
      <p>
        En <Link to="/documents">Mis documentos</Link> están la promesa, la escritura, los planos y
        los demás documentos que publica la cooperativa. Ahí los ves, los descargas uno por uno o
        todos juntos, y los nuevos dicen «Nuevo».
      </p>
      <h2>Por qué a veces se detiene</h2>
      <p>
        Varios pasos dependen de bancos, de la notaría y del Conservador, que tienen sus propios
        plazos. Mientras un paso dice «(PENDIENTE)» está en manos de quien aparece en «Actúa».
      </p>
    </>
  )
}

function PathPicture() {
  const stops = [
    ['Firmas', 40],
    ['Banco', 120],
    ['Notaría', 200],
    ['CBR', 280],
  ] as const
  return (
    <Picture
      label="El camino de la escritura: firmas, banco, notaría y Conservador de Bienes Raíces."
      size={[320, 84]}
      caption="El camino de la escritura: de tu firma a la inscripción a tu nombre."
    >
      <path d="M40 32h240" stroke="#9accc8" strokeWidth="4" />
      {stops.map(([name, x], index) => (
        <g key={name}>
          <circle cx={x} cy="32" r="15" fill={index === 3 ? '#2e7d4f' : '#0e6e6e'} />
          <text x={x} y="37" fontSize="14" fontWeight="650" fill="#fff" textAnchor="middle">
            {index + 1}
          </text>
          <text x={x} y="72" fontSize="16" fill="#12303b" textAnchor="middle">
            {name}
          </text>
        </g>
      ))}
    </Picture>
  )
}

const stateMeanings: Partial<Record<RequestState, string>> = {
  sent: 'La recibimos y espera que alguien la tome.',
  in_review: 'Una persona de la cooperativa la está revisando.',
  missing: `Te pedimos algo. Ábrela, lee la pregunta y responde ahí mismo. ${NO_REPLY_DEADLINE}`,
  resolved: 'Ya tiene respuesta; si trae archivos, los descargas desde ella.',
  rejected: 'No se pudo acoger. La respuesta dice por qué.',
  cancelled: 'La anulaste tú. Si la unimos a otra tuya, dice a cuál: se responde ahí.',
}

function RequestsTopic() {
  return (
    <>
      <ol className={classes.steps}>
        <li>
          <strong>Elige el trámite</strong>
          <p>En tu carpeta, abre la pestaña «Solicitar Trámites» y toca el que necesitas.</p>
        </li>
        <li>
          <strong>Adjunta lo que pide</strong>
          <p>
            Desde el teléfono puedes sacar la foto en el momento. Que se lean los bordes y las
            letras, y sin reflejos. Sirven fotos y PDF. Si no pide documentos, los tuyos son
            opcionales.
          </p>
        </li>
        <li>
          <strong>Revisa y envía</strong>
          <p>
            Mientras escribes se guarda un borrador. Si tienes que salir, al volver lo encuentras
            donde lo dejaste.
          </p>
        </li>
        <li>
          <strong>Sigue la respuesta</strong>
          <p>
            En «Mis Trámites» está el número de tu trámite, en qué va y para cuándo tendrás
            respuesta. También te escribimos por correo cuando hay novedades.
          </p>
        </li>
      </ol>
      <RequestPath />
      <h2>Si es una urgencia</h2>
      <Urgency />
      <h2>Qué significa cada estado</h2>
      <dl className={classes.terms}>
        {Object.entries(stateMeanings).map(([state, meaning]) => (
          <div key={state}>
            <dt>{requestStateLabels[state as RequestState]}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function RequestPath() {
  const stops = [
    [requestStateLabels.sent, 45, '#1d5fa8'],
    [requestStateLabels.in_review, 160, '#0e6e6e'],
    [requestStateLabels.resolved, 275, '#2e7d4f'],
  ] as const
  return (
    <Picture
      label="Un trámite pasa de Enviado a En revisión y a Resuelto."
      size={[320, 84]}
      caption="Lo habitual. Si falta algo, se detiene en «Falta antecedente» hasta que respondas."
    >
      <path d="M45 30h230" stroke="#e4dcd0" strokeWidth="4" />
      {stops.map(([name, x, colour]) => (
        <g key={name}>
          <circle cx={x} cy="30" r="12" fill={colour} />
          <text x={x} y="70" fontSize="16" fill="#12303b" textAnchor="middle">
            {name}
          </text>
        </g>
      ))}
    </Picture>
  )
}

function DeviceTopic() {
  return (
    <>
      <h2>Instalar la Carpeta Virtual</h2>
      <p>Así se abre desde un ícono, como las demás aplicaciones. No ocupa casi espacio.</p>
      <dl className={classes.terms}>
        <div>
          <dt>En Android, con Chrome</dt>
          <dd>Abre el menú de tres puntos y toca «Instalar aplicación».</dd>
        </div>
        <div>
          <dt>En iPhone o iPad, con Safari</dt>
          <dd>Toca el botón de compartir y elige «Agregar a inicio».</dd>
        </div>
        <div>
          <dt>En un computador, con Chrome o Edge</dt>
          <dd>Toca el ícono de instalar, al final de la barra de direcciones.</dd>
        </div>
      </dl>
      <IconPicture />
      <h2>Ver tu estado de cuenta sin internet</h2>
      <ol className={classes.steps}>
        <li>
          <strong>Actívalo en este dispositivo</strong>
          <p>
            En <Link to="/profile#sin-conexion">Mi perfil</Link>, activa «Ver mi estado de cuenta
            sin conexión en este dispositivo».
          </p>
        </li>
        <li>
          <strong>Entra de vez en cuando</strong>
          <p>Cada vez que abres tu carpeta con internet, se guarda lo más reciente.</p>
        </li>
        <li>
          <strong>Ábrela como siempre</strong>
          <p>
            Sin internet verás tu saldo y tu estado de cuenta, con el día y la hora de los datos.
          </p>
        </li>
      </ol>
      <h2>Quién puede verlo</h2>
      <p>
        Lo que se guarda se ve sin contraseña: también lo puede ver quien tenga tu dispositivo en
        sus manos. Actívalo solo en un teléfono o computador que sea tuyo, y protégelo con clave.
      </p>
      <p>
        No se guardan tus documentos, tus trámites ni tu contraseña. La copia se borra cuando tocas
        «Cerrar sesión», cuando la desactivas, cuando otra persona ingresa en el dispositivo, o a
        los {OFFLINE_DAYS} días de la última vez que entraste. Si la sesión se cierra sola por
        inactividad, la copia queda.
      </p>
    </>
  )
}

function IconPicture() {
  return (
    <Picture
      label="El ícono de la Carpeta Virtual en la pantalla de inicio de un teléfono."
      size={[320, 120]}
      caption="El ícono queda junto a tus otras aplicaciones."
    >
      <rect x="52" y="18" width="56" height="56" rx="14" fill="#e4dcd0" />
      <rect x="132" y="18" width="56" height="56" rx="14" fill="#e4f0ee" />
      <rect x="212" y="18" width="56" height="56" rx="14" fill="#e4dcd0" />
      <path d="M142 48l18-14 18 14v16h-36z" fill="#0e6e6e" />
      <path d="M156 64v-8h8v8z" fill="#faf7f2" />
      <text x="160" y="100" fontSize="15" fill="#12303b" textAnchor="middle">
        Carpeta Virtual
      </text>
    </Picture>
  )
}
