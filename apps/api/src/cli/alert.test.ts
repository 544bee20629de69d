import { expect, onTestFinished, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openMachineWith } from '../../test/carpeta-process.ts'
import { openPortalOn } from '../../test/open-portal.ts'

test('superusers are told at once that the nightly backup failed, and where to look (security 12.235)', async () => {
  const { command, database } = await openMachineWith('sample', onTestFinished)
  const { code, stdout } = await command(['alert', 'carpeta-backup.service'])
  expect([code, stdout]).toEqual([
    0,
    'Se avisa por correo a 1 superusuario que falló carpeta-backup.service.\n',
  ])
  const portal = await openPortalOn(database)
  const told = (await portal.sentEmails()).filter(({ subject }) => subject.startsWith('Algo falló'))
  expect(told.map(({ to }) => to)).toEqual([personas.ivan.email])
  expect(told[0]?.text).toMatch(
    /«carpeta-backup\.service» terminó con un error el [\d-]+ [\d:]+\..*«journalctl -u carpeta-backup\.service» dice por qué/s,
  )
})
