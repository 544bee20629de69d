import { addDays, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { expect, onTestFinished, test } from 'vitest'
import { openMachineWith } from '../../test/carpeta-process.ts'
import { json, publishedValues, startUfServer } from '../../test/stand-ins/uf-sources.ts'

const today = todayInSantiago(new Date())

test('an operator imports a file with a wrong line, fetches the rest and lists the values (§12.143, §12.147)', async () => {
  const machine = await openMachineWith('empty', onTestFinished)
  const server = await startUfServer(today)
  const uf = (...args: string[]) => machine.command(['uf', ...args], server.settings)

  const missing = await uf('import', '/no/hay')
  expect([missing.code, missing.stderr]).toEqual([2, 'No existe el archivo /no/hay.\n'])

  const [[, pesos = ''] = []] = publishedValues(addDays(today, -1), 1)
  const path = machine.writeFile(
    'uf.csv',
    `Fecha;Valor\n${shortDate(addDays(today, -1))};${pesos.replace('.', ',')}\n${shortDate(today)};ND\n`,
  )
  const imported = await uf('import', path)
  expect(imported.stdout).toContain(
    `La línea 3, «${shortDate(today)};ND», no tiene un valor que se entienda.`,
  )
  expect(imported.stdout).toMatch(/^ {2}Nuevos {7}1, del /m)
  expect(imported.code).toBe(3)
  expect((await uf('list')).stdout).toContain(`Falta el valor de hoy, ${shortDate(today)}.`)

  const fetched = await uf('fetch')
  expect([fetched.code, fetched.stderr]).toEqual([0, ''])
  expect(fetched.stdout).toContain('según la CMF y mindicador.cl')
  const listed = await uf('list', '--from', shortDate(today))
  expect(listed.stdout).toMatch(/^.*\$.*de la CMF y mindicador\.cl, el .*\(hoy\)$/m)
  expect((await uf('list', '--from', 'ayer')).code).toBe(2)

  server.mindicador = json({}, 500)
  server.cmf = json({}, 500)
  const again = await uf('fetch')
  expect([again.code, again.stdout]).toEqual([0, 'No hay valores nuevos.\n'])
  expect(again.stderr).toContain('La CMF respondió 500.')
  expect(again.stderr).not.toContain(server.settings.CMF_API_KEY)
})
