// What failed, told once more at the end: minutes of output lie between a failure and the last line.
import { stripVTControlCharacters } from 'node:util'

const MESSAGE_LINES = 12

/** The failed tests of Vitest's JSON report, and the files that could not even be read. */
export function vitestFailures(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && file.status === 'failed') return [tell(file.name, file.message)]
    return failed.map((test) =>
      tell(`${file.name} › ${test.fullName}`, test.failureMessages.join('\n')),
    )
  })
}

/** The failed stories of Playwright's JSON report, and what kept it from beginning. */
export function storyFailures(report) {
  const stories = (report?.suites ?? []).flatMap(specsWithin).filter((spec) => !spec.ok)
  return [
    ...(report?.errors ?? []).map((error) => tell('end to end', error.message)),
    ...stories.map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))
      return tell(`${spec.file}:${spec.line} › ${spec.title}`, errors[0]?.message)
    }),
  ]
}

function specsWithin(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsWithin)]
}

function tell(name, message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  return [`✗ ${name}`, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line}`)].join('\n')
}
