import type { SignedInUser } from '@carpeta/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { endView } from '../../api/view-as.ts'
import { FailureNotice } from '../../session/failures/failure-notice.tsx'
import { storeUser } from '../../session/stored-user.ts'
import { viewOrigin } from '../../session/view-origin.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EyeIcon } from '../../ui/icons/icons.tsx'
import classes from './client-bar.module.css'

/** Shown on every page while staff view a member's folder. */
export function ViewBanner({ user }: { user: SignedInUser }) {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: endView,
    onSuccess: async (staff) => {
      if (!staff) return
      await navigate(viewOrigin())
      storeUser(staff)
    },
  })
  return (
    <section className={classes.banner} aria-label="Ver como socio">
      <div className={classes.bannerInner}>
        <EyeIcon size={20} />
        <p>
          Estás viendo la carpeta de{' '}
          <strong>
            {user.first_name} {user.last_name}
          </strong>{' '}
          como la ve su dueño. Aquí no se puede cambiar nada.
        </p>
        <Button variant="default" size="xs" loading={isPending} onClick={() => mutate()}>
          Dejar de ver
        </Button>
      </div>
      {error && <FailureNotice error={error} />}
    </section>
  )
}
