import { fraudWarning } from '@carpeta/domain/payments/payment-account'
import { Link } from 'react-router'
import { Notice } from '../../../ui/feedback/notice.tsx'
import classes from '../help.module.css'
import { Picture } from '../help-frame.tsx'

export function PaymentTopic() {
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
          <strong>Transfiere a la cuenta de la cooperativa</strong>
          <p>
            «Cómo pagar» muestra el banco, el número de cuenta, el rut y el correo. Cada dato tiene
            un botón para copiarlo y pegarlo en la página de tu banco.
          </p>
        </li>
        <li>
          <strong>Avísanos</strong>
          <p>
            «Informar un pago» te pide la fecha, el monto y, si quieres, el comprobante. Así
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
      <PaymentPicture />
      <Notice tone="info">{fraudWarning}</Notice>
      <h2>Pagar en línea</h2>
      <p>
        Si en «Próximo pago» ves «Pagar en línea», puedes pagar con tu tarjeta en la página de
        Webpay: todo lo atrasado, la próxima cuota u otro monto. Al volver te decimos si el pago se
        aprobó y te enviamos el comprobante. Mientras contabilidad no lo registre, tu saldo no
        cambia y el pago dice «Aprobado, por registrar». Si dice «En verificación», no pagues de
        nuevo.
      </p>
      <h2>Por qué cambia el monto en pesos</h2>
      <p>
        Tus cuotas están en UF, una unidad cuyo valor en pesos cambia cada día según los precios. La
        cantidad de UF de tu cuota no cambia; los pesos sí. El monto que vale es el de la UF del día
        en que pagas: por eso, junto a cada monto en pesos, decimos de qué día es la UF.
      </p>
      <h2>Si tienes una cuota atrasada</h2>
      <p>
        Atrasada es una cuota cuya fecha ya pasó y que todavía tiene saldo. Si ya la pagaste,
        infórmalo: puede que el pago aún no esté registrado.
      </p>
    </>
  )
}

function PaymentPicture() {
  return (
    <Picture
      label="El recuadro Próximo pago: el monto de la cuota, los botones Cómo pagar e Informar un pago."
      size={[320, 210]}
      caption="El recuadro «Próximo pago», arriba en tu carpeta."
    >
      <rect x="1" y="1" width="318" height="208" rx="14" fill="#fff" stroke="#e4dcd0" />
      <text x="18" y="36" fontSize="18" fontWeight="650" fill="#12303b">
        Próximo pago
      </text>
      <text x="18" y="68" fontSize="15" fill="#47606a">
        Próxima cuota · vence el 5
      </text>
      <text x="18" y="104" fontSize="28" fontWeight="650" fill="#12303b">
        UF 3,85
      </text>
      <text x="18" y="130" fontSize="15" fill="#47606a">
        ≈ en pesos, con la UF de hoy
      </text>
      <rect x="18" y="150" width="124" height="42" rx="10" fill="#0e6e6e" />
      <text x="80" y="176" fontSize="15" fontWeight="600" fill="#fff" textAnchor="middle">
        Cómo pagar
      </text>
      <rect x="152" y="150" width="150" height="42" rx="10" fill="#fff" stroke="#8c8a82" />
      <text x="227" y="176" fontSize="15" fontWeight="600" fill="#12303b" textAnchor="middle">
        Informar un pago
      </text>
    </Picture>
  )
}
