import { distance } from 'fastest-levenshtein'

/** Up to this length only swapped characters are a slip: many short names are alike. */
const SHORT_NAME = 5
/** Up to this length one wrong character is a slip, above it two. */
const MIDDLE_NAME = 8

/** Other programs' variables: cron gives MAILFROM to what it runs. */
const others: readonly string[] = ['MAILFROM']

/** Variables that look like a setting but are none: 'ENVIROMENT' for ENVIRONMENT. */
export function misspeltSettings(
  given: readonly string[],
  settings: readonly string[],
): { name: string; setting: string }[] {
  return given
    .filter((name) => !settings.includes(name) && !others.includes(name))
    .flatMap((name) => {
      const setting = settings.find((each) => isSlipOf(each, name))
      return setting ? [{ name, setting }] : []
    })
}

function isSlipOf(setting: string, name: string): boolean {
  if (charactersOf(setting) === charactersOf(name)) return true
  if (setting.length <= SHORT_NAME) return false
  return distance(setting, name.toUpperCase()) <= (setting.length <= MIDDLE_NAME ? 1 : 2)
}

function charactersOf(name: string): string {
  return [...name].toSorted().join('')
}
