import { Link } from 'react-router'
import { Button } from '../../ui/buttons/button.tsx'
import { NotFoundDrawing } from '../../ui/icons/not-found-drawing.tsx'
import { Content } from '../../ui/layout/content.tsx'
import classes from './not-found.module.css'

export function Screen() {
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
