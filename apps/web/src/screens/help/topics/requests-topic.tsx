import { type RequestState, requestStateLabels } from '@carpeta/domain/requests/request-states'
import classes from '../help.module.css'
import { Picture } from '../help-frame.tsx'

const meanings: Partial<Record<RequestState, string>> = {
  sent: 'La recibimos y espera que alguien la tome.',
  in_review: 'Una persona de la cooperativa la está revisando.',
  missing: 'Te pedimos algo. Ábrela, lee la pregunta y responde ahí mismo.',
  resolved: 'Ya tiene respuesta; si trae archivos, los descargas desde ella.',
  rejected: 'No se pudo acoger. La respuesta dice por qué.',
  cancelled: 'La anulaste tú, o se cerró sin seguir.',
}

export function RequestsTopic() {
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
            letras, y sin reflejos. Sirven fotos y PDF.
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
            En «Mis Trámites» está el número de tu solicitud, en qué va y para cuándo tendrás
            respuesta. También te escribimos por correo cuando hay novedades.
          </p>
        </li>
      </ol>
      <PathPicture />
      <h2>Qué significa cada estado</h2>
      <dl className={classes.terms}>
        {Object.entries(meanings).map(([state, meaning]) => (
          <div key={state}>
            <dt>{requestStateLabels[state as RequestState]}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function PathPicture() {
  const stops = [
    [requestStateLabels.sent, 45, '#1d5fa8'],
    [requestStateLabels.in_review, 160, '#0e6e6e'],
    [requestStateLabels.resolved, 275, '#2e7d4f'],
  ] as const
  return (
    <Picture
      label="Una solicitud pasa de Enviado a En revisión y a Resuelto."
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
