import { OFFLINE_DAYS } from '@carpeta/domain/offline/offline-rules'
import { Link } from 'react-router'
import classes from '../help.module.css'
import { Picture } from '../help-frame.tsx'

export function DeviceTopic() {
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
            En <Link to="/profile">Mi perfil</Link>, activa «Ver mi estado de cuenta sin conexión en
            este dispositivo».
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
