import { type InstalmentStatus, instalmentLabels } from '@carpeta/domain/sales/instalments'
import { Link } from 'react-router'
import { StatusMark } from '../../../ui/display/status-mark.tsx'
import classes from '../help.module.css'
import { Picture } from '../help-frame.tsx'

const meanings: Record<InstalmentStatus, string> = {
  paid: 'No le queda saldo.',
  partial: 'Tiene un abono, le queda saldo y su fecha aún no llega.',
  overdue: 'Su fecha ya pasó y le queda saldo.',
  due: 'Su fecha aún no llega y no tiene abonos.',
}

const states: InstalmentStatus[] = ['paid', 'partial', 'overdue', 'due']

export function StatementTopic() {
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
          <dd>A nombre de quién está la venta, y qué propiedades incluye.</dd>
        </div>
        <div>
          <dt>3. Compromiso de pago de reserva</dt>
          <dd>Lo que se acordó pagar, por tipo de documento.</dd>
        </div>
        <div>
          <dt>4. Plan de pagos de reserva</dt>
          <dd>Cuántas cuotas son, desde cuándo, y el saldo que queda por pagar.</dd>
        </div>
        <div>
          <dt>5. Cuotas</dt>
          <dd>
            Cada cuota con su vencimiento, su valor, lo pagado y su saldo. Los años que están
            pagados por completo vienen plegados; tócalos para abrirlos.
          </dd>
        </div>
        <div>
          <dt>6. Pagos</dt>
          <dd>Cada pago registrado y, cuando contabilidad lo dice, qué cuotas cubrió.</dd>
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
        «Descargar PDF» entrega el estado de cuenta completo, con un folio. Con ese folio cualquier
        persona a quien se lo entregues, como un banco, puede comprobar en{' '}
        <Link to="/verify-statement">la página de verificación</Link> que es auténtico.
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
      label="Una cuota de UF 3,85 con un abono de UF 1,00 tiene un saldo de UF 2,85."
      size={[320, 96]}
      caption="Valor menos lo pagado es el saldo: lo que falta de esa cuota."
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
