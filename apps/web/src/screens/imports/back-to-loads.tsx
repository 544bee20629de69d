import { Link } from 'react-router'
import { Button } from '../../ui/buttons/button.tsx'
import { ArrowLeftIcon } from '../../ui/icons/icons.tsx'

export function BackToLoads() {
  return (
    <Button
      component={Link}
      to="/imports"
      variant="default"
      leftSection={<ArrowLeftIcon size={18} />}
    >
      Volver a las cargas
    </Button>
  )
}
