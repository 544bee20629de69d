import { Link } from 'react-router'
import { Button } from '../../ui/buttons/button.tsx'
import { Content } from '../../ui/layout/content.tsx'
import classes from './not-found.module.css'

export function Component() {
  return (
    <Content title="Página no encontrada">
      <div className={classes.page}>
        <NotFoundDrawing />
        <h1>Página no encontrada</h1>
        <p>Puede que el enlace esté incompleto o que la página ya no exista.</p>
        <Button component={Link} to="/" size="md">
          Ir al inicio
        </Button>
      </div>
    </Content>
  )
}

/** A sketch of a house. */
function NotFoundDrawing() {
  return (
    <svg width="300" height="200" viewBox="0 0 300 200" aria-hidden="true">
      <ellipse cx="148" cy="176" rx="138" ry="14" fill="#e4f0ee" />
      <path fill="#8bb8a8" d="M18 172c30-34 64-40 96-30s62 8 92-6 60-4 74 36z" opacity=".55" />
      <g fill="none" stroke="#47606a" strokeWidth="3" strokeDasharray="7 7" strokeLinecap="round">
        <path d="M92 172v-66m96 66v-66M78 112l62-54 62 54M168 82V62h14v32" />
        <path d="M104 124h20v20h-20zM156 124h20v20h-20z" />
      </g>
      <path fill="#faf7f2" stroke="#0e6e6e" strokeWidth="3" d="M128 172v-34h24v34z" />
      <circle cx="146" cy="156" r="2.2" fill="#0e6e6e" />
      <g transform="translate(20 0) rotate(-6 226 118)">
        <path fill="#6b4a33" d="M223 112h6v62h-6z" />
        <path fill="#b65a2a" d="M196 92h52l12 13-12 13h-52a4 4 0 0 1-4-4V96a4 4 0 0 1 4-4z" />
        <path
          fill="none"
          stroke="#faf7f2"
          strokeWidth="3.4"
          strokeLinecap="round"
          d="M218 101a6 6 0 1 1 8 5.5c-1.6.7-2 1.7-2 3.5m0 4.4v.2"
        />
      </g>
      <path
        fill="none"
        stroke="#47606a"
        strokeWidth="2.4"
        strokeLinecap="round"
        d="M44 62q8-9 16 0q8-9 16 0M86 34q6-7 12 0q6-7 12 0"
      />
    </svg>
  )
}
