import { nameProblem } from '@carpeta/domain/people/name-rules'

/** A name that the rule of names refuses may be stored from before it; an email leaves it out. */
export function greeting(firstName: string): string {
  return firstName === '' || nameProblem(firstName) !== null ? 'Hola:' : `Hola, ${firstName}:`
}
