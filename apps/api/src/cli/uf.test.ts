import { addDays, shortDate, todayInSantiago } from '@carpeta/domain/dates/dates'
import { expect, onTestFinished, test } from 'vitest'
import { openMachineWith } from '../../test/carpeta-process.ts'
import { fileOfOthers } from '../../test/files-of-others.ts'
import { json, publishedValues, startUfServer } from '../../test/stand-ins/uf-sources.ts'

const today = todayInSantiago(new Date())

test('an operator imports a file with a wrong line, fetches the rest and lists the values (§12.143, §12.147, §12.961)', async () => {
  const machine = await openMachineWith('empty', onTestFinished)
  const server = await startUfServer(today)
  const uf = (...args: string[]) => machine.command(['uf', ...args], server.settings)

  const missing = await uf('import', '/no/hay')
  expect([missing.code, missing.stderr]).toEqual([2, 'No existe el archivo /no/hay.\n'])

  const asJson = await uf('import', fileOfOthers('uf/mindicador.txt'))
  expect([asJson.code, asJson.stdout, asJson.stderr]).toEqual([
    2,
    '',
    `${fileOfOthers('uf/mindicador.txt')} es JSON, no una tabla. Guárdalo como CSV, con la fecha y el valor de un día en cada línea: 22-11-2026;40.003,49\n`,
  ])
  for (const [content, what] of [
    ['PK\u0003\u0004', 'es una planilla, no un texto.'],
    ['%PDF-1.7', 'es un PDF, no un texto.'],
    ['<html>', 'es una página web, no una tabla.'],
    ['Unidad de fomento\n', 'no tiene ninguna línea que empiece con una fecha.'],
    ['', 'no tiene ninguna línea que empiece con una fecha.'],
  ] as const) {
    const { code, stdout, stderr } = await uf('import', machine.writeFile('valores', content))
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`${what} Guárdalo como CSV`)
  }

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
