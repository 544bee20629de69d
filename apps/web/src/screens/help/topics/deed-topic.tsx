import { deedProcess } from '@carpeta/domain/sales/deed-steps'
import { Link } from 'react-router'
import classes from '../help.module.css'
import { Picture } from '../help-frame.tsx'

export function DeedTopic() {
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
            <p>{explanation}</p>
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
