import type { Connection } from 'mysql2/promise'
import { fillExample } from '../test/mariadb/fill-example.ts'
import { manySalesAt, PAYMENTS, rutAt } from './many-sales.ts'

const ofASale = ['propiedades', 'cuotas', 'pagos', 'compromisos', 'escrituras']

/** The sales of `writeManySales` in accounting's own database, copied by MariaDB itself. */
export async function fillAccountingDatabase(owner: Connection, count: number): Promise<void> {
  await fillExample(owner, [manySalesAt(0)])
  await owner.query(
    'create table copias (lugar int primary key, codigo varchar(20), rut varchar(12))',
  )
  const copies = Array.from({ length: count - 1 }, (_, at) => [
    at + 1,
    `V-${at + 1}`,
    rutAt(at + 1),
  ])
  await owner.query('insert into copias values ?', [copies])
  const copy = async (table: string, where: string, others: Record<string, string>) => {
    const [, fields] = await owner.query(`select * from ${table} limit 0`)
    const columns = fields.map(({ name }) => name)
    const values = columns.map((name) => others[name] ?? `${table}.${name}`)
    await owner.query(
      `insert into ${table} (${columns}) select ${values} from ${table} join copias where ${where}`,
    )
  }
  const email = "concat('socio', copias.lugar, '@correo.example')"
  await copy('personas', `personas.rut = '${rutAt(0)}'`, { rut: 'copias.rut', correo: email })
  await copy('ventas', "ventas.codigo = 'V-0'", { codigo: 'copias.codigo', titular: 'copias.rut' })
  for (const table of ofASale) {
    await copy(table, `${table}.venta = 'V-0'`, { venta: 'copias.codigo' })
  }
}

/** In one sale of a hundred, the last instalment that was paid is not any more. */
export async function changeOneSaleInAHundred(owner: Connection): Promise<void> {
  await owner.query(
    `update cuotas join copias on codigo = venta set saldo_uf = monto_uf
      where numero = ? and lugar % 100 = 0`,
    [PAYMENTS],
  )
}
