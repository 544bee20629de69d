import { keptWhenErased } from '@carpeta/domain/personal-data-words'
import { canonicalRut } from '@carpeta/domain/rut'
import { type EraseOptions, type EraseOutcome, eraseMember } from '../personal-data/erase-member.ts'
import { withDatabase } from './with-database.ts'

/** Ends with 1 when nothing could be erased; again for the same rut it ends with 0. */
export async function runEraseMember({
  rut,
  ...options
}: EraseOptions & { rut: string }): Promise<void> {
  const canonical = canonicalRut(rut)
  if (canonical === null) {
    console.error('Rut no válido.')
    process.exitCode = 2
    return
  }
  report(await withDatabase((db) => eraseMember(db, canonical, options)), options)
}

function report(outcome: EraseOutcome, { dryRun }: EraseOptions): void {
  if (outcome.result === 'unknown') {
    console.error('No hay una cuenta con ese rut: nunca la hubo, o ya se anonimizó.')
    process.exitCode = 1
    return
  }
  if (outcome.result === 'refused') {
    console.error('No se anonimizó; nada cambió.')
    for (const reason of outcome.reasons) console.error(`  ${reason}`)
    console.error('Con --force se hace igual, salvo con una cuenta de funcionario.')
    process.exitCode = 1
    return
  }
  if (outcome.result === 'erased before') {
    console.log('Ya estaba anonimizado; no hay nada más que borrar.')
  } else {
    console.log(dryRun ? 'Ensayo: no se escribió nada. Se borraría:' : 'Anonimizado. Se borró:')
    console.log(`  Cuentas     ${outcome.accounts}: nombre, correo, rut, contraseña y sesiones`)
    console.log(`  Trámites    ${outcome.requests}: comentarios, respuestas e historia escrita`)
    console.log(`  Borradores  ${outcome.drafts}`)
    console.log(`  Documentos  ${outcome.documents}; los archivos los borra el portal en marcha`)
    console.log(
      `  Ventas      ${outcome.sales}: contacto, profesión, empleador y rentas del titular`,
    )
  }
  console.log('\nSe conserva:')
  for (const kept of keptWhenErased) console.log(`  · ${kept}`)
}
